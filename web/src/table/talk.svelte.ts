/** What people at a table say to each other: lines to be read, reactions at the seats, who is not heard. */

import { tick } from 'svelte';
import { carryMuted, isMuted, mute } from '../device/muted.svelte';
import { play } from '../device/sound';
import { nameOf } from '../parts/names';
import { tell, wordsOf } from '../parts/narration';
import type { ChatLine, Happening } from '../protocol/table';
import { info } from '../wire/info';
import type { Session } from './session.svelte';

/** How long a reaction stays at its seat, in milliseconds. */
const STAY = 5000;

export interface Reaction {
  seat: number;
  text: string;
}

type Said = Extract<Happening, { type: 'said' }>;

export class Talk {
  /** How many lines of the chat nobody has looked at. */
  unread = $state(0);
  /** What seats have just said, at most one each. */
  reactions: readonly Reaction[] = $state.raw([]);

  /** What can be said at a tap. */
  phrases: readonly string[] = $state.raw([]);

  constructor(private readonly session: Session) {
    info.server().then(
      (server) => (this.phrases = server.phrases),
      () => undefined,
    );
  }

  /** The seat that speaks for this screen; null where nobody may. */
  get speaker(): number | null {
    const { view, acting } = this.session;
    if (!view || view.setup.chat === 'off') return null;
    return acting ?? view.you[0] ?? null;
  }

  /** Other people at the table, by seat. */
  others: { seat: number; name: string }[] = $derived.by(() => {
    const { view } = this.session;
    if (!view) return [];
    return view.seats.flatMap((one, seat) =>
      one.kind === 'person' && !view.you.includes(seat) ? [{ seat, name: nameOf(one) }] : [],
    );
  });

  /** The lines of those who are heard. */
  lines: readonly ChatLine[] = $derived.by(
    () => this.session.view?.chat.filter((line) => !this.isMuted(line.seat)) ?? [],
  );

  isMuted(seat: number): boolean {
    return isMuted(this.session.table, seat);
  }

  /** Hear somebody no longer, or again; nobody else learns of it. */
  mute(seat: number, wanted: boolean): void {
    mute(this.session.table, seat, wanted);
    if (wanted) this.reactions = this.reactions.filter((one) => one.seat !== seat);
  }

  /** Say something; that it was too fast is said quietly. */
  async say(words: { text: string } | { phrase: string }): Promise<void> {
    const seat = this.speaker;
    if (seat !== null) await this.session.send({ type: 'say', seat, ...words }, ['too_fast']);
  }

  /** Something happened; whether it is to be told. */
  hear(event: Happening): boolean {
    const { view, table } = this.session;
    if (event.type === 'sat') mute(table, event.seat, false);
    else if (event.type === 'rematched') carryMuted(table, event.table, view!.seats.length);
    if (event.type !== 'said') return true;
    if (this.isMuted(event.seat)) return false;
    if (event.phrase) this.show({ seat: event.seat, text: wordsOf(event) });
    if (view!.you.includes(event.seat)) return true;
    play(event.phrase ? 'reaction' : 'chat');
    if (event.text) {
      this.unread++;
      void this.showLine(event);
    }
    return true;
  }

  private show(one: Reaction): void {
    this.reactions = [...this.reactions.filter(({ seat }) => seat !== one.seat), one];
    setTimeout(() => (this.reactions = this.reactions.filter((other) => other !== one)), STAY);
  }

  /** A line is shown above the board, unless the chat is open. */
  private async showLine(event: Said): Promise<void> {
    await tick();
    const { view, notices } = this.session;
    if (this.unread && view) notices.show({ text: tell(event, view), kind: 'info' });
  }
}
