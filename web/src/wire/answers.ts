/** What a folder without a server says by files: levels, rules, boards and the list of puzzles are the same for everybody. */

const LASTING = /^\/api\/(?:(bots|puzzles|rules)\?language=(\w+)|(boards)|boards\/(\w+)\/picture)$/;

/** The file with the answer to a request; null if there is none. */
export function fileOf(path: string): string | null {
  const [all, name, language, boards, set] = LASTING.exec(path) ?? [];
  if (!all) return null;
  if (set) return `answers/${set}.svg`;
  return boards ? 'answers/boards.json' : `answers/${name}.${language}.json`;
}
