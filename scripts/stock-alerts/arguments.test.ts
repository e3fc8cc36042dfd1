import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the arguments of npm run stock-alerts', () => {
  it.each([
    [[], { command: 'usage' }],
    [['list'], { command: 'list' }],
    [['show', 'Ada@Example.com'], { command: 'show', email: 'ada@example.com' }],
    [['erase', 'ada@example.com'], { command: 'erase', email: 'ada@example.com' }],
  ])('reads %j', (words, task) => {
    expect(readArguments(words)).toEqual(task);
  });

  it.each([[['tell']], [['list', 'oud']], [['show']], [['erase', 'a', 'b']], [['erase', '--all']]])(
    'refuses %j in one sentence',
    (words) => {
      expect(() => readArguments(words)).toThrow(
        /^[^.]+\. npm run stock-alerts prints what it does\.$/,
      );
    },
  );
});
