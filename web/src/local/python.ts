/**
 * Python in a worker, with this package and all it needs, from the parts of an engine. Where an
 * earlier one has left its memory as it was after its start, it goes on from there: that takes a
 * third of the time. What is done for that beyond Pyodide's documentation is all in here.
 */

import { type Kept, packMemory, release, unpackMemory } from './memory';
import { type Manifest, type Part, Source, filesOf, hasVectors } from './parts';
import { Weights } from './weights';

/** Where the compiled kernel lies for Python. */
const LIBRARY = '/engine.so';
/** The module through which Python is spoken to; with it all that a game needs is imported. */
const DOOR = 'taupes.browser.page';
/** Where weights lie, beside the code that reads them. */
const WEIGHTS = 'taupes/bots/evaluation/weights';

/** As much of Pyodide as is needed. */
interface Files {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array): void;
}
interface Python {
  FS: Files;
  pyimport(name: string): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}
/** What Pyodide is to its own compiler. */
interface Program {
  loadWebAssemblyModule(
    code: Uint8Array,
    how: Record<string, boolean>,
    path: string,
    symbols: object,
  ): Promise<unknown>;
  preloadedWasm: Record<string, unknown>;
  INITIAL_MEMORY: number;
  HEAPU8: Uint8Array;
}
interface Scripts {
  create: (program: Program) => Promise<Program>;
  loadPyodide: (wanted: Record<string, unknown>) => Promise<Python>;
}

/** A Python that runs, as its door; the module with which others may search; and what bots judge by. */
export interface Started {
  door: unknown;
  thinker: Promise<WebAssembly.Module>;
  weights: Weights;
}

/** What an engine is made of for this browser. */
async function partsOf(source: Source, engine: string) {
  const manifest = (await (await source.fetch(engine)).json()) as Manifest;
  const { core, loader, python, library, taupes } = manifest.parts;
  const kind = hasVectors() ? 'simd' : 'plain';
  const [kernel, thinker] = [manifest.parts[`kernel-${kind}`], manifest.parts[`thinker-${kind}`]];
  const parts = { core, loader, python, library, taupes, kernel, thinker };
  const all = [...Object.values(parts), ...Object.values(manifest.weights)];
  const names = new Set([engine, ...all.map(({ file }) => new URL(file, engine).href)]);
  return { manifest, parts, names };
}

const sum = (parts: Record<string, Part>): number =>
  Object.values(parts).reduce((all, { bytes }) => all + bytes, 0);

/** Fetch an engine for another day. */
export async function keepEngine(
  engine: string,
  progress: (got: number, all: number) => void,
): Promise<void> {
  const source = new Source(engine, true, progress);
  const { manifest, parts, names } = await partsOf(source, engine);
  source.expect(sum(parts) + sum(manifest.weights));
  for (const name of names) await source.store(name);
  await source.settle(names);
}

/** A script that was packed, from the page's own memory: hosts compress it differently, or not at all. */
async function importPart(source: Source, part: Part): Promise<unknown> {
  const script = await (await source.unpack(part, 'text/javascript')).blob();
  const address = URL.createObjectURL(script);
  try {
    return await import(/* @vite-ignore */ address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function scriptsOf(
  source: Source,
  { core, loader }: { core: Part; loader: Part },
): Promise<Scripts> {
  const [{ default: create }, { loadPyodide }] = (await Promise.all([
    importPart(source, core),
    importPart(source, loader),
  ])) as [{ default: Scripts['create'] }, Pick<Scripts, 'loadPyodide'>];
  return { create, loadPyodide };
}

/**
 * Where the memory of a start is kept: with the engine, for this very browser. Another one may have
 * laid things differently.
 */
const memoryAt = (engine: string): string =>
  `${engine}?memory=${encodeURIComponent(navigator.userAgent)}`;

/** How Python is to be started. */
export interface Wish {
  engine: string;
  /** Whether what was fetched may stay on the device, and the memory that it leaves. */
  keep: boolean;
  /** Whether nothing is to be fetched that nobody needs now. */
  spare: boolean;
  /** From the beginning, because something was wrong the last time. */
  afresh: boolean;
}

/** Start Python. Kept memory that turns out to be of no use is forgotten. */
export async function startPython(
  { engine, keep, afresh, spare }: Wish,
  progress: (got: number, all: number) => void,
): Promise<Started> {
  const source = new Source(engine, keep, progress);
  const address = memoryAt(engine);
  if (afresh) await source.forget(address);
  const kept = await source.kept(address);
  if (!kept) return begin(source, engine, keep ? address : null, null);
  try {
    return await begin(source, engine, address, await unpackMemory(kept));
  } catch (error) {
    console.warn(String(error));
    return startPython({ engine, keep, spare, afresh: true }, progress);
  }
}

/** `address` is where its memory is kept, or is to be; nothing is kept without one. */
async function begin(
  source: Source,
  engine: string,
  address: string | null,
  memory: Kept | null,
): Promise<Started> {
  const { manifest, parts, names } = await partsOf(source, engine);
  source.expect(sum(parts));
  const bytes = async (part: Part) =>
    new Uint8Array(await (await source.unpack(part)).arrayBuffer());
  const files = Promise.all([bytes(parts.taupes), bytes(parts.kernel)]);
  const thinker = bytes(parts.thinker).then((data) => WebAssembly.compile(data));
  // Whoever wants one will hear of it.
  thinker.catch(() => undefined);
  const { create, loadPyodide } = await scriptsOf(source, parts);
  // Python's loader asks for its own files by name; they are here, packed.
  const outside = self.fetch;
  self.fetch = (asked, wish) => {
    const name = String(asked);
    if (name.endsWith('pyodide.asm.wasm')) return source.unpack(parts.python, 'application/wasm');
    if (name.endsWith('library.zip')) return source.unpack(parts.library);
    return outside.call(self, asked, wish);
  };
  let program: Program;
  let packages = '';
  const python = await loadPyodide({
    createPyodideModule: async (one: Program) => {
      program = one;
      if (!memory) return create(one);
      one.INITIAL_MEMORY = memory.length;
      const made = await create(one);
      await memory.lay(made.HEAPU8);
      return made;
    },
    indexURL: new URL('.', engine).href,
    stdLibURL: new URL('library.zip', engine).href,
    lockFileContents: { info: manifest.python, packages: {} },
    packageBaseUrl: engine,
    checkAPIVersion: false,
    env: { TAUPES_LIBRARY: LIBRARY, HOME: '/home', PYTHONDONTWRITEBYTECODE: '1' },
    _makeSnapshot: address !== null && !memory,
    // Its head alone: the rest is laid where it belongs by then.
    _loadSnapshot: memory?.head,
    fsInit: async (system: Files, { sitePackages }: { sitePackages: string }) => {
      packages = sitePackages;
      const [pack, so] = await files;
      system.writeFile(LIBRARY, so);
      for (const [name, data] of filesOf(pack)) {
        const path = `${sitePackages}/${name}`;
        system.mkdirTree(path.slice(0, path.lastIndexOf('/')));
        system.writeFile(path, data);
        // Compiled modules come first, and so to the same place each time: kept memory knows where.
        if (name.endsWith('.so'))
          program.preloadedWasm[path] = await program.loadWebAssemblyModule(
            data,
            { loadAsync: true, nodelete: true, allowUndefined: true },
            path,
            {},
          );
      }
      release(pack.buffer);
    },
  }).finally(() => (self.fetch = outside));
  const door = python.pyimport(DOOR);
  if (address && !memory) {
    const made = python.makeMemorySnapshot();
    source.put(address, packMemory(made));
    release(made.buffer);
  }
  if (address) void source.settle(names.add(address));
  const lay = (name: string, data: Uint8Array) =>
    python.FS.writeFile(`${packages}/${WEIGHTS}/${name}.npz`, data);
  return { door, thinker, weights: new Weights(source, manifest.weights, lay) };
}
