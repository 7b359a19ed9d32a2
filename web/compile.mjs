/**
 * Compiles Python files with the Python that will run them: `node compile.mjs FOLDER`.
 *
 * Every .py in the folder is replaced by its .pyc, which holds no time and no path of this machine.
 */

import { loadPyodide } from 'pyodide';

const COMPILE = `
import py_compile
from pathlib import Path

for path in sorted(Path("/folder").rglob("*.py")):
    name = str(path.relative_to("/folder"))
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(path), str(path) + "c", name, doraise=True, invalidation_mode=mode)
    path.unlink()
`;

const [folder] = process.argv.slice(2);
const python = await loadPyodide();
python.mountNodeFS('/folder', folder);
python.runPython(COMPILE);
