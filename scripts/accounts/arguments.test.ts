import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the arguments of npm run accounts', () => {
  it.each([
    [[], { command: 'usage' }],
    [['find', 'ada'], { command: 'find', text: 'ada' }],
    [['show', 'ada@example.com'], { command: 'show', email: 'ada@example.com' }],
    [
      ['block', 'ada@example.com', '--by', 'Bola'],
      {
        command: 'change',
        email: 'ada@example.com',
        what: 'block',
        by: { name: 'Bola', role: 'owner' },
      },
    ],
  ])('reads %j', (words, task) => {
    expect(readArguments(words)).toEqual(task);
  });

  it.each([[['ban', 'ada']], [['show']], [['erase', 'a', 'b']], [['show', 'ada', '--by', 'Bola']]])(
    'refuses %j in one sentence',
    (words) => {
      expect(() => readArguments(words)).toThrow(
        /^[^.]+\. npm run accounts prints what it does\.$/,
      );
    },
  );
});
