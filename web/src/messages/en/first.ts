/** What the first screen may say, and what many others do. */

import boards from './boards.json';
import calls from './calls.json';
import failure from './failure.json';
import lists from './lists.json';
import page from './page.json';
import rules from './rules.json';
import setup from './setup.json';
import table from './table.json';
import welcome from './welcome.json';

export default {
  ...page,
  ...setup,
  ...table,
  ...boards,
  ...rules,
  ...welcome,
  ...failure,
  ...lists,
  ...calls,
};
