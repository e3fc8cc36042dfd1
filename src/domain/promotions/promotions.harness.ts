import type { Promotion } from './promotion.ts';

/** The clock of the tests. */
export const NOW = Date.parse('2026-12-01T12:00:00Z');
export const UNUSED = { all: 0, customer: 0, code: 0 };

/** Returns a promotion that takes 10 per cent off everything, without a code. */
export const promotion = (part: Partial<Promotion> = {}): Promotion => ({
  id: 'p',
  label: 'Sale',
  takes: { kind: 'per_cent', perCent: 10 },
  scope: { of: 'all' },
  fromKobo: 0,
  beginsAt: null,
  endsAt: null,
  limit: null,
  customerLimit: null,
  firstOrder: false,
  addsUp: true,
  automatic: true,
  ...part,
});
