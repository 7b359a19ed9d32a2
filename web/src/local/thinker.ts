/** The worker that a thinker is: a module that searches, and the requests it answers. */

import { makeThinker } from '../../engine/thinker.js';
import { changed } from './change';
import type { FromThinker, ToThinker } from './talk';

/** As much of a worker as is needed. */
interface Scope {
  onmessage: ((event: MessageEvent<ToThinker>) => void) | null;
  postMessage(message: FromThinker): void;
}
const scope = self as unknown as Scope;

let thinking: ReturnType<typeof makeThinker> | null = null;
let request: Uint8Array<ArrayBuffer> | null = null;

scope.onmessage = ({ data }) => {
  if (data.type === 'begin') thinking = makeThinker(data.module);
  else
    void thinking!.then(
      (think) => scope.postMessage(think((request = changed(request, data.change)), data.seconds)),
      () => scope.postMessage(null),
    );
};
