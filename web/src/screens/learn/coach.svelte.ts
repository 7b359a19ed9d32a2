/** The coach of the practice game: what he says of the position, and what he would do. */

import { cellOf, key } from '../../board/hex';
import { t } from '../../messages/index.svelte';
import type { Cell, PlayerAction } from '../../protocol/game';
import type { Reason } from '../../protocol/messages';
import type { Session } from '../../table/session.svelte';

/** What the coach speaks of. */
type Kind = 'watch' | 'place' | 'turn' | 'move' | 'home' | 'over' | 'tip';

/** Reasons that say more than the others, the strongest first. */
const TELLING = [
  'forced_out',
  'turn_lost',
  'extra_lost',
  'home_must_pass',
  'home_may_turn',
  'home_may_pass',
  'extra_disc',
  'enters_hole',
  'gains_extra',
  'only_move',
];

export class Coach {
  text = $state('');
  kind: Kind = $state('watch');
  scattering = $state(false);
  private about = '';

  constructor(private readonly session: Session) {}

  /** Say something about the position, once. */
  async comment(about: string): Promise<void> {
    if (about === this.about) return;
    this.about = about;
    const { session } = this;
    const { position, view } = session;
    if (!position || !view) return;
    if (view.stage === 'over' || view.stage === 'closed') {
      const won = position.result?.winners.some((seat) => view.you.includes(seat));
      return this.say('over', t(won ? 'learn.coach_won' : 'learn.coach_lost'));
    }
    if (session.acting === null) return this.say('watch', t('learn.coach_watch'));
    if (position.phase === 'place') {
      this.say('place', t('learn.coach_placing'));
      return this.scattering ? this.placeOne() : undefined;
    }
    const action = this.sample();
    if (!action) return;
    const reasons = (await session.hand.ruling(action))?.reasons ?? [];
    if (about !== this.about) return;
    const reason = telling(reasons);
    const kind = position.phase.endsWith('draw') ? 'turn' : 'move';
    const home = this.homeMove();
    if (home) this.say('home', t('learn.coach_home'));
    else if (reason) this.say(kind, reason.sentence);
  }

  /** What a strong player would do; where there is nothing to choose, how to think about it. */
  async hint(): Promise<void> {
    const { session } = this;
    const { position } = session;
    if (!position) return;
    if (position.phase.endsWith('draw') && !session.hand.mayAsk)
      return this.say('tip', t('learn.tip_turn'));
    if (!session.hand.mayAsk) return this.say('tip', t('learn.tip_only'));
    this.say('tip', t((await session.hand.ask()) ? 'learn.coach_try' : 'learn.tip_move'));
  }

  /** Place the rest of the moles anywhere, turn by turn. */
  scatter(): void {
    this.scattering = true;
    void this.placeOne();
  }

  private async placeOne(): Promise<void> {
    const { places } = this.session.hand.options;
    const cell = places[Math.floor(Math.random() * places.length)];
    if (cell) await this.session.hand.act({ type: 'place', cell });
  }

  private say(kind: Kind, text: string): void {
    this.kind = kind;
    this.text = text;
  }

  /** Something that may be done now, to ask what is to be said of it. */
  private sample(): PlayerAction | null {
    const { options } = this.session.hand;
    if (options.pass) return { type: 'pass' };
    if (options.blocked) return { type: 'blocked' };
    const [slot] = options.slots;
    if (slot !== undefined) return { type: 'turn', slot };
    const [first] = options.moves;
    if (!first) return null;
    return { type: 'move', from: cellOf(first[0]), to: first[1][0]! };
  }

  /** A move that ends in a hole and does not begin in one. */
  private homeMove(): { from: Cell; to: Cell } | null {
    const { hand, stack, position } = this.session;
    const holes = stack.levels[position?.level ?? 0]?.holes;
    for (const [from, targets] of hand.options.moves) {
      const to = targets.find((target) => holes?.has(key(target)));
      if (to && !holes?.has(from)) return { from: cellOf(from), to };
    }
    return null;
  }
}

function telling(reasons: readonly Reason[]): Reason | undefined {
  for (const code of TELLING) {
    const found = reasons.find((reason) => reason.code === code);
    if (found) return found;
  }
  return reasons[0];
}
