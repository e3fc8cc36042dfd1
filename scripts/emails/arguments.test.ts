import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the arguments of npm run emails', () => {
  it.each([
    [[], { command: 'usage' }],
    [['list'], { command: 'list' }],
    [
      ['retry', 'paid:ord_x', '--by', 'Bola'],
      { command: 'retry', id: 'paid:ord_x', by: { name: 'Bola', role: 'owner' } },
    ],
    [
      ['retry', '--all'],
      { command: 'retry', id: null, by: { name: userInfo().username, role: 'owner' } },
    ],
  ])('reads %j', (words, task) => {
    expect(readArguments(words)).toEqual(task);
  });

  it.each([
    [['send']],
    [['list', 'paid:ord_x']],
    [['list', '--all']],
    [['retry']],
    [['retry', 'a', 'b']],
    [['retry', 'a', '--all']],
    [['retry', '--now']],
  ])('refuses %j in one sentence', (words) => {
    expect(() => readArguments(words)).toThrow(/^[^.]+\. npm run emails prints what it does\.$/);
  });
});
