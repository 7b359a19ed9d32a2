import { expect, it } from 'vitest';
import type { GameRecord, RecordCheck } from '../../../src/protocol/record';
import { fairnessOf } from '../../../src/screens/replay/fairness';

const record = { result: { winners: [0] }, fairness: { seed: null } } as unknown as GameRecord;
const verdict: RecordCheck = { ok: true, error: null, event: null, fair: null, proof: null };

it('tells a proof that is still sealed from none', () => {
  expect(fairnessOf(verdict, record)).toBe('sealed');
  expect(fairnessOf(verdict, { ...record, result: null })).toBe('none');
  expect(fairnessOf(verdict, { ...record, fairness: undefined })).toBe('none');
  expect(fairnessOf({ ...verdict, fair: true }, record)).toBe('yes');
  expect(fairnessOf({ ...verdict, ok: false }, record)).toBe('unknown');
  expect(fairnessOf(null, record)).toBe('unknown');
});
