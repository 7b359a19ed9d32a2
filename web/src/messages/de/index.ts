import boards from './boards.json';
import calls from './calls.json';
import companion from './companion.json';
import failure from './failure.json';
import learn from './learn.json';
import lists from './lists.json';
import page from './page.json';
import replay from './replay.json';
import rules from './rules.json';
import setup from './setup.json';
import table from './table.json';
import welcome from './welcome.json';

export default {
  ...page,
  ...setup,
  ...table,
  ...companion,
  ...learn,
  ...replay,
  ...boards,
  ...rules,
  ...welcome,
  ...failure,
  ...lists,
  ...calls,
};
