// A thinker: answers requests of `taupes.bots.search.thinker` with the stand-alone module. It knows
// nothing of the game; what the words of a request's head mean is said there.

const GROW = 'taupes.bots.search.tree.descend';
const TELL = 'taupes.bots.search.report.tell';
const PAGE = 65536;
const LINE = 64;

/** Makes a thinker of a compiled `WebAssembly.Module`. */
export async function makeThinker(module) {
  const { exports } = await WebAssembly.instantiate(module, {});
  exports._initialize?.();
  const base = Math.ceil(exports.__heap_base.value / LINE) * LINE;

  /** Answers a request (`Uint8Array`) within so many seconds; what it asks for, without a limit. */
  return function think(request, seconds = Infinity) {
    const until = performance.now() + 1000 * seconds;
    const head = new DataView(request.buffer, request.byteOffset);
    const [size, simulations, chunk, grow, generator, times, tell, first, last] = Array.from(
      { length: 9 },
      (_, i) => Number(head.getBigInt64(8 * i, true)),
    );
    const missing = base + size - exports.memory.buffer.byteLength;
    if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
    const memory = new Uint8Array(exports.memory.buffer, base, size);
    memory.set(request);
    memory.fill(0, request.length);
    const words = new DataView(exports.memory.buffer, base, size);
    for (let left = simulations; left > 0; left -= chunk) {
      words.setBigInt64(times, BigInt(Math.min(left, chunk)), true);
      exports[GROW](base + grow);
      words.setBigInt64(generator, words.getBigInt64(grow, true), true);
      if (performance.now() >= until) break;
    }
    exports[TELL](base + tell);
    return memory.slice(first, last);
  };
}
