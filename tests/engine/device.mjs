/**
 * Runs a Python file as a device does, in the engine as it was built: `node device.mjs FOLDER PYODIDE FILE`.
 * The folder has the unpacked parts: library.zip, package/, engine.so.
 */

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, pyodide, file] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({
  stdLibURL: `${folder}/library.zip`,
  env: { TAUPES_LIBRARY: '/parts/engine.so', HOME: '/home' },
});
python.mountNodeFS('/parts', folder);
python.runPython('import sys; sys.path.append("/parts/package")');
const globals = python.toPy({ __name__: '__main__' });
python.runPython(readFileSync(file, 'utf8'), { globals });
