/** Runs compile.py in the Python that will run what it compiles: `node compile.mjs FOLDER`. */

import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const [folder] = process.argv.slice(2);
// Errors name a line, not a place in it: that makes everything a fifth smaller.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: '1' } });
python.mountNodeFS('/folder', folder);
python.runPython(readFileSync(new URL('compile.py', import.meta.url), 'utf8'));
python.runPython(
  'root = Path("/folder"); prune(root / "library", root / "package"); compile_all(root)',
);
