import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Pipe, type Status, Wire } from '../src/wire/socket';
import type { ServerMessage } from '../src/wire/protocol';

const schema = JSON.parse(
  readFileSync(new URL('../../src/taupes/server/protocol.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(schema, 'protocol');
const isClientMessage = ajv.compile({ $ref: 'protocol#/$defs/ClientMessage' });

class FakePipe implements Pipe {
  onopen: Pipe['onopen'] = null;
  onmessage: Pipe['onmessage'] = null;
  onclose: Pipe['onclose'] = null;
  sent: Record<string, unknown>[] = [];
  send(text: string) {
    const message = JSON.parse(text);
    expect(isClientMessage(message), JSON.stringify(isClientMessage.errors)).toBe(true);
    this.sent.push(message);
  }
  close() {}
  say(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  last(type: string) {
    return this.sent.filter((message) => message.type === type).at(-1);
  }
}

let pipes: FakePipe[];
let opened: (string | null)[];
let tasks: (() => void)[];
let token: string | null;
let statuses: Status[];
let wire: Wire;
const pipe = () => pipes.at(-1)!;
const welcome = () => {
  pipe().onopen?.();
  pipe().say({
    type: 'welcome',
    protocol: 1,
    time: Date.now() + 5000,
    token: 'tok',
    language: 'fr',
  });
};

beforeEach(() => {
  pipes = [];
  opened = [];
  tasks = [];
  token = null;
  statuses = [];
  wire = new Wire({
    open: (table) => (opened.push(table), pipes.push(new FakePipe()), pipe()),
    token: () => token,
    keepToken: (one) => (token = one),
    language: () => 'fr',
    status: (status) => statuses.push(status),
    later: (task) => {
      tasks.push(task);
      return () => (tasks = tasks.filter((one) => one !== task));
    },
  });
});

describe('the connection', () => {
  it('says for which table it is, so that servers can be balanced by it', () => {
    wire.follow('T', { since: () => null, receive: () => {} });
    pipe().onclose?.();
    tasks.at(-1)?.();
    expect(opened).toEqual(['T', 'T']);
  });

  it('says hello, keeps the token and joins', () => {
    const got: ServerMessage[] = [];
    wire.follow('t', { since: () => null, receive: (message) => got.push(message) });
    welcome();
    expect(pipe().sent[0]).toMatchObject({ type: 'hello', language: 'fr' });
    expect(token).toBe('tok');
    expect(pipe().last('join')).toMatchObject({ table: 't' });
    expect(Math.round(wire.skew / 1000)).toBe(5);
    pipe().say({ type: 'presence', table: 't', here: [true], spectators: 0 });
    expect(got).toHaveLength(1);
    expect(statuses).toEqual(['connecting', 'online']);
  });

  it('comes back with since and sends again, under the same id, what was not answered', async () => {
    wire.follow('t', { since: () => 41, receive: () => undefined });
    welcome();
    const answer = wire.send({
      type: 'act',
      table: 't',
      seat: 0,
      at: 3,
      action: { type: 'turn', slot: 2 },
    });
    const first = pipe().last('act')!;
    pipe().onclose?.();
    expect(statuses.at(-1)).toBe('offline');
    tasks.at(-1)!();
    expect(pipes).toHaveLength(2);
    welcome();
    expect(pipe().sent[0]).toMatchObject({ type: 'hello', token: 'tok' });
    expect(pipe().last('join')).toMatchObject({ table: 't', since: 41 });
    expect(pipe().last('act')).toEqual(first);
    pipe().say({ type: 'done', id: first.id as string, number: 42 });
    expect(await answer).toMatchObject({ type: 'done', number: 42 });
  });

  it('takes an update with done for the answer', async () => {
    wire.follow('t', { since: () => null, receive: () => undefined });
    welcome();
    const answer = wire.send({ type: 'start', table: 't' });
    const id = pipe().last('start')!.id as string;
    pipe().say({ type: 'update', table: 't', time: 1, stage: 'playing', entries: [], done: id });
    expect((await answer).type).toBe('update');
  });

  it('is a new guest when the token is not known any more', () => {
    token = 'old';
    wire.follow('t', { since: () => null, receive: () => undefined });
    pipe().onopen?.();
    pipe().say({ type: 'refused', id: 'hello', code: 'bad_token', sentence: '' });
    expect(pipe().last('hello')).not.toHaveProperty('token');
  });

  it('comes back when the server restarts', () => {
    wire.follow('t', { since: () => 1, receive: () => undefined });
    welcome();
    pipe().say({ type: 'bye', code: 'restart', sentence: '', retry: 500 });
    tasks.at(-1)!();
    expect(pipes).toHaveLength(2);
  });

  it('notices a dead line when somebody looks again', () => {
    wire.follow('t', { since: () => 1, receive: () => undefined });
    welcome();
    wire.check();
    expect(pipe().last('ping')).toBeDefined();
    tasks.at(-1)!();
    expect(statuses.at(-1)).toBe('offline');
  });

  it('tries again later when nothing could be stored', async () => {
    wire.follow('t', { since: () => null, receive: () => undefined });
    welcome();
    const answer = wire.send({ type: 'rematch', table: 't' });
    const id = pipe().last('rematch')!.id as string;
    pipe().say({ type: 'refused', id, code: 'try_again', sentence: '' });
    tasks.at(-1)!();
    expect(pipe().sent.filter((message) => message.id === id)).toHaveLength(2);
    pipe().say({ type: 'done', id });
    expect((await answer).type).toBe('done');
  });
});
