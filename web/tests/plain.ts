/** A text with ordinary spaces: those that do not break look like others. */
export const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
