/** The worker that a thinker is: a module that searches, and the requests it answers. */

import { makeThinker } from '../../engine/thinker.js';
import type { FromThinker, ToThinker } from './talk';

/** As much of a worker as is needed. */
interface Scope {
  onmessage: ((event: MessageEvent<ToThinker>) => void) | null;
  postMessage(message: FromThinker): void;
}
const scope = self as unknown as Scope;

/** Give memory back now: a worker that makes little else of it would let it pile up. */
const release = (buffer: ArrayBuffer & { transfer?(length: number): unknown }) =>
  buffer.transfer?.(0);

let thinking: ReturnType<typeof makeThinker> | null = null;

scope.onmessage = ({ data }) => {
  if (data.type === 'begin') thinking = makeThinker(data.module);
  else
    void thinking!.then(
      (think) => {
        scope.postMessage(think(data.request, data.seconds));
        release(data.request.buffer);
      },
      () => scope.postMessage(null),
    );
};
