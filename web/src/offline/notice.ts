/** What the server pushes, and how it is shown: decided without a browser. */

/** A table where it is somebody's turn. */
export interface Notice {
  table: string;
  title: string;
  body: string;
  /** How many tables wait: the number on the page's icon. */
  waiting: number;
}

/** What was pushed; null if it is nothing that the server says. */
export function readNotice(text: string | undefined): Notice | null {
  let data: Partial<Notice> | null;
  try {
    data = JSON.parse(text ?? '') as Partial<Notice> | null;
  } catch {
    return null;
  }
  const { table, title, body, waiting } = data ?? {};
  if (typeof table !== 'string' || !/^[\w-]{1,64}$/.test(table)) return null;
  if (typeof title !== 'string' || typeof body !== 'string') return null;
  return { table, title, body, waiting: Number.isInteger(waiting) ? waiting! : 0 };
}

/** The whole address of a table, for a page that lies at some place. */
export const addressOf = (table: string, place: string): string =>
  new URL(`table/${table}`, place).href;

/** How it is shown: one for each table, in the place of an earlier one. */
export function lookOf(
  { table, body }: Notice,
  isSeen: boolean,
  place: string,
): NotificationOptions {
  const icon = new URL('icon-192.png', place).href;
  return { body, tag: table, data: table, icon, badge: icon, silent: isSeen };
}

/** As much of an open page as is needed. */
export interface OpenPage {
  url: string;
  visibilityState: string;
}

export function isAt(page: OpenPage, table: string, place: string): boolean {
  const { origin, pathname } = new URL(page.url);
  return origin + pathname === addressOf(table, place);
}

/** Whether somebody has a table before their eyes. */
export function isSeen(pages: readonly OpenPage[], table: string, place: string): boolean {
  return pages.some((page) => page.visibilityState === 'visible' && isAt(page, table, place));
}

/** The page that is brought to a table: one that is there, else any. */
export function pageFor<P extends OpenPage>(
  pages: readonly P[],
  table: string,
  place: string,
): P | undefined {
  return pages.find((page) => isAt(page, table, place)) ?? pages[0];
}
