/** What only screens of their own say. */

import boards from './boards.json';
import calls from './calls.json';
import companion from './companion.json';
import day from './day.json';
import devices from './devices.json';
import habits from './habits.json';
import handicap from './handicap.json';
import learn from './learn.json';
import ondevice from './ondevice.json';
import practice from './practice.json';
import replay from './replay.json';
import table from './table.json';
import welcome from './welcome.json';

export default {
  ...boards,
  ...calls,
  ...companion,
  ...day,
  ...devices,
  ...habits,
  ...handicap,
  ...learn,
  ...ondevice,
  ...practice,
  ...replay,
  ...table,
  ...welcome,
};
