import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServerMessage } from '../../src/protocol/messages';
import { Connection, type Status, type Surroundings } from '../../src/wire/connection';
import type { Line } from '../../src/protocol/keeper';

const schema = JSON.parse(
  readFileSync(new URL('../../../src/taupes/table/protocol.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(schema, 'protocol');
const isClientMessage = ajv.compile({ $ref: 'protocol#/$defs/ClientMessage' });

class FakeLine implements Line {
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;
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

let lines: FakeLine[];
let opened: (string | null)[];
let tasks: (() => void)[];
let token: string | null;
let statuses: Status[];
let around: Surroundings;
let connection: Connection;
const line = () => lines.at(-1)!;
const welcome = () => {
  line().onopen?.();
  line().say({
    type: 'welcome',
    protocol: 1,
    time: Date.now() + 5000,
    token: 'tok',
    language: 'fr',
  });
};

beforeEach(() => {
  lines = [];
  opened = [];
  tasks = [];
  token = null;
  statuses = [];
  around = {
    keeper: { connect: (table) => (opened.push(table), lines.push(new FakeLine()), line()) },
    token: () => token,
    keepToken: (one) => (token = one),
    language: () => 'fr',
    status: (status) => statuses.push(status),
    later: (task) => {
      tasks.push(task);
      return () => (tasks = tasks.filter((one) => one !== task));
    },
  };
  connection = new Connection(around);
});

describe('the connection', () => {
  it('says for which table it is, so that servers can be balanced by it', () => {
    connection.follow('T', { since: () => null, receive: () => {} });
    line().onclose?.();
    tasks.at(-1)?.();
    expect(opened).toEqual(['T', 'T']);
  });

  it('gives up a line that says nothing, and tries another', () => {
    const impatient = new Connection({ ...around, patience: 15_000 });
    impatient.follow('t', { since: () => null, receive: () => undefined });
    tasks.at(-1)!();
    expect(statuses.at(-1)).toBe('offline');
    tasks.at(-1)!();
    expect(lines).toHaveLength(2);
    // Opened is not enough: a welcome is waited for.
    line().onopen?.();
    tasks.at(-1)!();
    tasks.at(-1)!();
    expect(lines).toHaveLength(3);
    welcome();
    expect(statuses.at(-1)).toBe('online');
    expect(line().last('join')).toMatchObject({ table: 't' });
  });

  it('tells who follows a table that there is none, though the refusal names no table', () => {
    const got: ServerMessage[] = [];
    connection.follow('t', { since: () => null, receive: (message) => got.push(message) });
    welcome();
    const refuse = (code: string) =>
      line().say({
        type: 'refused',
        code,
        sentence: code,
        id: line().last('join')!.id as string,
      } as ServerMessage);
    refuse('try_again');
    expect(got).toEqual([]);
    tasks.at(-1)!();
    expect(line().sent.filter(({ type }) => type === 'join')).toHaveLength(2);
    refuse('no_such_table');
    expect(got).toMatchObject([{ code: 'no_such_table' }]);
  });

  it('says hello, keeps the token and joins', () => {
    const got: ServerMessage[] = [];
    connection.follow('t', { since: () => null, receive: (message) => got.push(message) });
    welcome();
    expect(line().sent[0]).toMatchObject({ type: 'hello', language: 'fr' });
    expect(token).toBe('tok');
    expect(line().last('join')).toMatchObject({ table: 't' });
    expect(Math.round(connection.skew / 1000)).toBe(5);
    line().say({ type: 'presence', table: 't', here: [true], spectators: 0 });
    expect(got).toHaveLength(1);
    expect(statuses).toEqual(['connecting', 'online']);
  });

  it('comes back with since and sends again, under the same id, what was not answered', async () => {
    connection.follow('t', { since: () => 41, receive: () => undefined });
    welcome();
    const answer = connection.send({
      type: 'act',
      table: 't',
      seat: 0,
      at: 3,
      action: { type: 'turn', slot: 2 },
    });
    const first = line().last('act')!;
    line().onclose?.();
    expect(statuses.at(-1)).toBe('offline');
    tasks.at(-1)!();
    expect(lines).toHaveLength(2);
    welcome();
    expect(line().sent[0]).toMatchObject({ type: 'hello', token: 'tok' });
    expect(line().last('join')).toMatchObject({ table: 't', since: 41 });
    expect(line().last('act')).toEqual(first);
    line().say({ type: 'done', id: first.id as string, number: 42 });
    expect(await answer).toMatchObject({ type: 'done', number: 42 });
  });

  it('takes an update with done for the answer', async () => {
    connection.follow('t', { since: () => null, receive: () => undefined });
    welcome();
    const answer = connection.send({ type: 'start', table: 't' });
    const id = line().last('start')!.id as string;
    line().say({ type: 'update', table: 't', time: 1, stage: 'playing', entries: [], done: id });
    expect((await answer).type).toBe('update');
  });

  it.each(['bad_token', 'deleted'])('is a new guest when the token is refused as %s', (code) => {
    token = 'old';
    connection.follow('t', { since: () => null, receive: () => undefined });
    line().onopen?.();
    line().say({ type: 'refused', id: 'hello', code, sentence: '' });
    expect(line().last('hello')).not.toHaveProperty('token');
  });

  it('stays who it is when the server cannot say hello just now', () => {
    token = 'old';
    connection.follow('t', { since: () => null, receive: () => undefined });
    line().onopen?.();
    line().say({ type: 'refused', id: 'hello', code: 'try_again', sentence: '' });
    expect(line().last('hello')).toMatchObject({ token: 'old' });
  });

  it('comes back when the server restarts', () => {
    connection.follow('t', { since: () => 1, receive: () => undefined });
    welcome();
    line().say({ type: 'bye', code: 'restart', sentence: '', retry: 500 });
    tasks.at(-1)!();
    expect(lines).toHaveLength(2);
  });

  it('notices a dead line when somebody looks again', () => {
    connection.follow('t', { since: () => 1, receive: () => undefined });
    welcome();
    connection.check();
    expect(line().last('ping')).toBeDefined();
    tasks.at(-1)!();
    expect(statuses.at(-1)).toBe('offline');
  });

  it('tries again later when nothing could be stored', async () => {
    connection.follow('t', { since: () => null, receive: () => undefined });
    welcome();
    const answer = connection.send({ type: 'rematch', table: 't' });
    const id = line().last('rematch')!.id as string;
    line().say({ type: 'refused', id, code: 'try_again', sentence: '' });
    tasks.at(-1)!();
    expect(line().sent.filter((message) => message.id === id)).toHaveLength(2);
    line().say({ type: 'done', id });
    expect((await answer).type).toBe('done');
  });
});
