import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the arguments of npm run emails', () => {
  it.each([
    [[], { command: 'usage' }],
    [['list'], { command: 'list' }],
    [['retry', 'paid:ord_x'], { command: 'retry', id: 'paid:ord_x' }],
    [['retry', '--all'], { command: 'retry', id: null }],
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
