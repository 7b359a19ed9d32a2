/** What only screens of their own say. */

import calls from './calls.json';
import companion from './companion.json';
import day from './day.json';
import devices from './devices.json';
import habits from './habits.json';
import learn from './learn.json';
import replay from './replay.json';
import table from './table.json';
import welcome from './welcome.json';

export default {
  ...calls,
  ...companion,
  ...day,
  ...devices,
  ...habits,
  ...learn,
  ...replay,
  ...table,
  ...welcome,
};
