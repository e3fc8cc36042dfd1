import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the arguments of npm run orders', () => {
  it('asks for the usage without a command', () => {
    expect(readArguments([])).toEqual({ command: 'usage' });
  });

  it.each([
    [['list'], { command: 'list', filter: {} }],
    [['list', '--status', 'refund'], { command: 'list', filter: { status: 'refund' } }],
    [
      ['list', '--day', '2026-11-21'],
      { command: 'list', filter: { from: '2026-11-21', to: '2026-11-21' } },
    ],
    [
      ['export', '--from=2026-11-01', '--out', 'orders.csv'],
      { command: 'export', filter: { from: '2026-11-01' }, out: 'orders.csv' },
    ],
    [['export'], { command: 'export', filter: {}, out: null }],
    [['show', '#AB2CD'], { command: 'show', name: '#AB2CD' }],
    [['cancel', 'ord_x'], { command: 'cancel', name: 'ord_x' }],
    [['refunded', 'tr-x'], { command: 'refunded', name: 'tr-x' }],
  ])('reads %j', (words, task) => {
    expect(readArguments(words)).toEqual(task);
  });

  it.each([
    [['ship']],
    [['show']],
    [['show', 'a', 'b']],
    [['cancel', '--all']],
    [['list', '--status', 'sent']],
    [['list', '--status']],
    [['list', '--day', 'today']],
    [['list', '--day', '2026-02-30']],
    [['list', '--day', '2026-11-21', '--to', '2026-11-22']],
    [['list', '--from', '2026-11-22', '--to', '2026-11-21']],
    [['list', '--out', 'x']],
    [['list', 'paid']],
    [['export', '--speed', '1']],
  ])('refuses %j in one sentence', (words) => {
    const task = readArguments(words);
    expect(task.command).toBe('wrong');
    expect(task).toHaveProperty('sentence', expect.stringMatching(/^[^\n]+\.$/));
  });
});
