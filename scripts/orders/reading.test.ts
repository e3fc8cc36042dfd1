import { describe, expect, it } from 'vitest';
import { readFilter, readRefund, readShipment } from './reading.ts';

const NONE = { status: undefined, day: undefined, from: undefined, to: undefined, find: undefined };

describe('readFilter', () => {
  it.each([
    [{ status: 'refund' }, { status: 'refund' }],
    [{ day: '2026-11-21' }, { from: '2026-11-21', to: '2026-11-21' }],
    [
      { from: '2026-11-01', find: 'ada oud' },
      { from: '2026-11-01', find: 'ada oud' },
    ],
    [{ 'to-pack': true }, { toPack: true }],
  ])('reads %j', (options, filter) => {
    expect(readFilter({ ...NONE, 'to-pack': false, ...options })).toEqual({
      toPack: false,
      ...filter,
    });
  });
});

describe('readRefund', () => {
  const actor = { name: 'Bola', role: 'owner' } as const;
  const NO_OPTIONS = { reason: undefined, key: undefined, restock: false };
  const nothing = { amountKobo: null, key: null, reason: null, restock: false, actor };

  it.each([
    [['tr-x'], {}, {}],
    [['tr-x', '5,000'], { reason: ' Cash ' }, { amountKobo: 500_000, reason: 'Cash' }],
    [
      ['tr-x', '₦12,500.5'],
      { reason: 'Broken', key: 'two', restock: true },
      { amountKobo: 1_250_050, reason: 'Broken', key: 'two', restock: true },
    ],
    [['tr-x', '0.05'], {}, { amountKobo: 5 }],
  ])('reads %j with %j', (words, options, request) => {
    expect(readRefund({ words, options: { ...NO_OPTIONS, ...options }, actor })).toEqual({
      name: 'tr-x',
      request: { ...nothing, ...request },
    });
  });
});

describe('readShipment', () => {
  it.each([
    [['a', 'courier=GIG Logistics', 'tracking=G=1'], ['a'], 'GIG Logistics', 'G=1'],
    [['a', 'b', 'courier= GIG '], ['a', 'b'], 'GIG', null],
    [['courier=GIG', 'a', 'tracking='], ['a'], 'GIG', null],
  ])('reads %j', (words, names, courier, trackingNumber) => {
    expect(readShipment(words)).toEqual({ names, courier, trackingNumber });
  });
});
