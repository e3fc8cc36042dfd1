import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeSeed } from './seed.ts';

const given = process.env.SEED;
beforeEach(() => {
  delete process.env.SEED;
});
afterEach(() => {
  process.env.SEED = given;
});

test.each([[['faults', '--seed', '123', '-t', 'kill']], [['--seed=123', 'faults', '-t', 'kill']]])(
  'takes the seed out of %s',
  async (args) => {
    expect(await takeSeed(args)).toEqual(['faults', '-t', 'kill']);
    expect(process.env.SEED).toBe('123');
  },
);

test('refuses a seed without a number', async () => {
  await expect(takeSeed(['faults', '--seed'])).rejects.toThrow('--seed takes a whole number');
});
