import first from './first';
import later from './later';

export default { ...first, ...later };
