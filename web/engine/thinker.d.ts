/** Makes a thinker of a compiled module: what it answers to a request of `taupes.bots.search.thinker`. */
export function makeThinker(
  module: WebAssembly.Module,
): Promise<(request: Uint8Array, seconds?: number) => Uint8Array<ArrayBuffer>>;
