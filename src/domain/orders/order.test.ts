import { describe, expect, it } from 'vitest';
import { itemCount, ORDER_STATUSES, orderNumber, statusLabel } from './order.ts';

describe('what an order is called (spec §2, §4)', () => {
  it('by the last five characters of its id, in capitals', () => {
    expect(orderNumber('order-2026-ab1cd')).toBe('AB1CD');
    expect(orderNumber('ord_abc123xyz9q')).toBe('XYZ9Q');
    expect(orderNumber('x7')).toBe('X7');
  });

  it('a status begins with a capital', () => {
    expect(ORDER_STATUSES.map(statusLabel)).toEqual(['Pending', 'Paid', 'Failed', 'Cancelled']);
  });

  it('one item, two items', () => {
    expect([['a'], ['a', 'b']].map(itemCount)).toEqual(['1 item', '2 items']);
  });
});
