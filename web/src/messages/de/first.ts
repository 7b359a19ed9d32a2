/** What the first screen may say, and what many others do. */

import failure from './failure.json';
import lists from './lists.json';
import page from './page.json';
import rules from './rules.json';
import setup from './setup.json';

export default {
  ...page,
  ...setup,
  ...rules,
  ...failure,
  ...lists,
};
