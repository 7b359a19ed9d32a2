/** Runs compile.py in the Python that will run what it compiles: `node compile.mjs FOLDER`. */

import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const [folder] = process.argv.slice(2);
const python = await loadPyodide();
python.mountNodeFS('/folder', folder);
python.runPython(readFileSync(new URL('compile.py', import.meta.url), 'utf8'));
python.runPython(
  'root = Path("/folder"); prune(root / "library", root / "package"); compile_all(root)',
);
