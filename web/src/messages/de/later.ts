/** What only screens of their own say. */

import companion from './companion.json';
import devices from './devices.json';
import learn from './learn.json';
import replay from './replay.json';

export default { ...companion, ...devices, ...learn, ...replay };
