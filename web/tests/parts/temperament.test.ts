import { describe, expect, it } from 'vitest';
import { cast } from '../../src/parts/temperament';

const temperaments = ['bold', 'careful'].map((name) => ({ name, title: name, description: '' }));
const levels = [{ name: 'pup', temperaments }, { name: 'buddy' }];
const any = (level: string) => ({ level, temperament: null });

describe('temperaments', () => {
  it('differ where several of a level sit', () => {
    const pup = any('pup');
    expect(cast([null, pup], levels)).toEqual(['', 'pup']);
    expect(cast([pup, null, pup, pup], levels)).toEqual(['pup/bold', '', 'pup/careful', 'pup']);
    expect(cast([any('buddy'), any('buddy')], levels)).toEqual(['buddy', 'buddy']);
  });

  it('stay as they were chosen', () => {
    const bold = { level: 'pup', temperament: 'bold' };
    const plain = { level: 'pup', temperament: '' };
    expect(cast([any('pup'), bold], levels)).toEqual(['pup/careful', 'pup/bold']);
    expect(cast([plain, any('pup'), plain], levels)).toEqual(['pup', 'pup/bold', 'pup']);
    expect(cast([bold], levels)).toEqual(['pup/bold']);
  });
});
