/** What a screen reader is told as it happens. */

let current = $state('');

export function announcement(): string {
  return current;
}

export function announce(sentence: string): void {
  current = sentence === current ? `${sentence}\u00a0` : sentence;
}
