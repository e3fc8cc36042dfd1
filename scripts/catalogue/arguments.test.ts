import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the arguments of npm run catalogue', () => {
  it('prints its usage without any', () => {
    expect(readArguments([])).toEqual({ command: 'usage' });
  });

  it.each([
    [['synth', '10000'], { command: 'synth', count: 10_000, seed: 1 }],
    [['synth', '5', '--seed', '7'], { command: 'synth', count: 5, seed: 7 }],
    [['synth', '--seed=7', '5'], { command: 'synth', count: 5, seed: 7 }],
    [['synth', '0'], { command: 'synth', count: 0, seed: 1 }],
  ])('reads %j', (words, order) => {
    expect(readArguments(words)).toEqual(order);
  });

  it.each([
    [['synth']],
    [['synth', 'many']],
    [['synth', '-5']],
    [['synth', '1.5']],
    [['synth', '99999999999']],
    [['synth', '5', '6']],
    [['synth', '5', '--seed']],
    [['synth', '5', '--seed', 'x']],
    [['synth', '5', '--speed', '1']],
    [['import']],
  ])('refuses %j in one sentence', (words) => {
    const order = readArguments(words);
    expect(order.command).toBe('wrong');
    expect(order).toHaveProperty('sentence', expect.stringMatching(/^[^\n]+\.$/));
  });
});
