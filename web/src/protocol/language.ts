/** The languages that the game is told in. */

export type Language = 'fr' | 'en' | 'de';
