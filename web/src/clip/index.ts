/** Clips of games; loaded when one is wanted. */

export { makeClip } from './clip';
export { momentAt, wholeGame } from './story';
