import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the arguments of npm run reviews', () => {
  it.each([
    [[], { command: 'usage' }],
    [['list'], { command: 'list', filter: { productId: null, view: 'all' } }],
    [
      ['list', '--product', 'oud', '--hidden'],
      { command: 'list', filter: { productId: 'oud', view: 'hidden' } },
    ],
    [
      ['hide', 'rev_x', '--by', 'Bola', '--reason', 'an advertisement'],
      { command: 'moderate', id: 'rev_x', what: 'hide', by: 'Bola', reason: 'an advertisement' },
    ],
    [['list', '--new'], { command: 'list', filter: { productId: null, view: 'to-look-at' } }],
    [
      ['keep', 'rev_x', '--by', 'Bola'],
      { command: 'moderate', id: 'rev_x', what: 'keep', by: 'Bola', reason: '' },
    ],
  ])('reads %j', (words, task) => {
    expect(readArguments(words)).toEqual(task);
  });

  it.each([
    [['ban', 'rev_x']],
    [['hide']],
    [['delete', 'a', 'b']],
    [['list', 'rev_x']],
    [['show', 'rev_x', '--hidden']],
    [['show', 'rev_x', '--reason', 'fine']],
    [['list', '--new', '--hidden']],
  ])('refuses %j in one sentence', (words) => {
    expect(() => readArguments(words)).toThrow(/^[^.]+\. npm run reviews prints what it does\.$/);
  });
});
