import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the arguments of npm run people', () => {
  it.each([
    [[], { command: 'usage' }],
    [['list'], { command: 'list' }],
    [
      ['invite', 'owner', 'Bola Ade', '--by', 'Ada'],
      { command: 'invite', role: 'owner', name: 'Bola Ade', by: 'Ada' },
    ],
    [
      ['role', 'Bola', 'packer', '--by', 'Ada'],
      { command: 'role', name: 'Bola', role: 'packer', by: 'Ada' },
    ],
    [['recover', 'Bola', '--by', 'Ada'], { command: 'recover', name: 'Bola', by: 'Ada' }],
  ])('reads %j', (words, task) => {
    expect(readArguments(words)).toEqual(task);
  });

  it.each([
    [['add', 'Ada']],
    [['invite', 'owner']],
    [['remove']],
    [['remove', 'a', 'b']],
    [['list', 'a']],
  ])('refuses %j in one sentence', (words) => {
    expect(() => readArguments(words)).toThrow(/^[^.]+\. npm run people prints what it does\.$/);
  });
});
