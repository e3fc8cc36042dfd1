import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const BOLA = { name: 'Bola', role: 'owner' };
const refund = (change: object) => ({
  amountKobo: null,
  key: null,
  reason: null,
  actor: BOLA,
  restock: false,
  ...change,
});

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
    [['cancel', 'ord_x', '--by=Bola'], { command: 'cancel', name: 'ord_x', actor: BOLA }],
    [['refunded', 'tr-x', '--by=Bola'], { command: 'refunded', name: 'tr-x', wish: refund({}) }],
    [
      ['refunded', 'tr-x', '5,000', '--reason=Cash', '--by=Bola'],
      { command: 'refunded', name: 'tr-x', wish: refund({ amountKobo: 500_000, reason: 'Cash' }) },
    ],
    [
      ['note', 'AB2CD', 'Call', 'first', '--by=Bola'],
      { command: 'note', name: 'AB2CD', text: 'Call first', actor: BOLA },
    ],
    [['list', '--find', 'ada oud'], { command: 'list', filter: { find: 'ada oud' } }],
    [['list', '--to-pack'], { command: 'list', filter: { toPack: true } }],
    [['refund', 'AB2CD', '--by', 'Bola'], { command: 'refund', name: 'AB2CD', wish: refund({}) }],
    [
      [
        'refund',
        'AB2CD',
        '₦12,500.5',
        '--by=Bola',
        '--reason',
        'Broken',
        '--key',
        'two',
        '--restock',
      ],
      {
        command: 'refund',
        name: 'AB2CD',
        wish: refund({ amountKobo: 1_250_050, reason: 'Broken', key: 'two', restock: true }),
      },
    ],
    [
      ['pack', 'AB2CD', 'EF3GH', '--by', 'Bola'],
      { command: 'step', names: ['AB2CD', 'EF3GH'], wish: { step: 'packed', actor: BOLA } },
    ],
    [
      ['ship', 'AB2CD', 'courier=GIG Logistics', 'tracking=G=1', '--by', 'Bola'],
      {
        command: 'step',
        names: ['AB2CD'],
        wish: { step: 'shipped', actor: BOLA, courier: 'GIG Logistics', trackingNumber: 'G=1' },
      },
    ],
    [
      ['pack', 'AB2CD', '--despite-dispute', '--by', 'Bola'],
      {
        command: 'step',
        names: ['AB2CD'],
        wish: { step: 'packed', actor: BOLA, despiteDispute: true },
      },
    ],
    [
      ['return', 'AB2CD', '--restock', '--by', 'Bola'],
      { command: 'step', names: ['AB2CD'], wish: { step: 'returned', actor: BOLA, restock: true } },
    ],
  ])('reads %j', (words, task) => {
    expect(readArguments(words)).toEqual(task);
  });

  it('takes this machine’s user as the one who does it', () => {
    expect(readArguments(['pack', 'AB2CD'])).toMatchObject({
      wish: { actor: { name: userInfo().username, role: 'owner' } },
    });
  });

  it.each([
    [['ship']],
    [['ship', 'AB2CD']],
    [['ship', 'AB2CD', 'courier=']],
    [['ship', 'AB2CD', 'EF3GH', 'courier=GIG', 'tracking=1']],
    [['ship', 'AB2CD', 'courier=GIG', 'via=Lagos']],
    [['pack', 'AB2CD', 'courier=GIG']],
    [['deliver', 'AB2CD', '--restock']],
    [['deliver', 'AB2CD', '--despite-dispute']],
    [['refund']],
    [['refund', 'AB2CD', '0']],
    [['refunded', 'AB2CD', '-5']],
    [['refund', 'AB2CD', '-5']],
    [['refund', 'AB2CD', '12.345']],
    [['refund', 'AB2CD', '12,50']],
    [['refund', 'AB2CD', '5000', '6000']],
    [['refund', 'AB2CD', '--reason', 'x'.repeat(101)]],
    [['show']],
    [['note', 'AB2CD']],
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
    expect(() => readArguments(words)).toThrow(/^[^\n]+\. npm run orders prints what it does\.$/);
  });
});
