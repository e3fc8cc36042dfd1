import { expect, it } from 'vitest';
import { FACTS } from './promise.harness.ts';
import { arrivalWords, cutOffWords, expectedWords, orderByWords, policyWords } from './words.ts';

const plain = (text = '') => text.replaceAll('\u00a0', ' ');
const ONE = { from: '2026-11-24', to: '2026-11-24' };

it('names one day in full, and the two ends of a window in short', () => {
  expect(arrivalWords(ONE, 'Lagos – Ikeja')).toBe('With you on Tuesday, November 24');
  const window = { from: '2026-11-26', to: '2026-12-01' };
  expect(plain(arrivalWords(window, 'Kano – City'))).toBe(
    'With you between Thu, Nov 26 and Tue, Dec 1',
  );
});

it('a pick-up parcel is called ready, not delivered', () => {
  expect(arrivalWords(ONE, 'Store pickup – Ikoyi, Lagos')).toBe(
    'Ready to collect on Tuesday, November 24',
  );
  expect(arrivalWords(ONE, 'Collectors Estate, Lekki')).toMatch(/^With you/);
});

it('counts down in the last twelve hours, and names the day before', () => {
  const orderBy = Date.parse('2026-11-24T12:00+01:00');
  const at = (lagos: string) =>
    plain(orderByWords({ orderBy }, FACTS, Date.parse(`${lagos}+01:00`)));
  expect(at('2026-11-24T09:50')).toBe('Order within 2 h 10 min');
  expect(at('2026-11-24T10:00')).toBe('Order within 2 h');
  expect(at('2026-11-24T11:59:59')).toBe('Order within 1 min');
  expect(at('2026-11-23T13:00')).toBe('Order by noon tomorrow');
  expect(at('2026-11-21T13:00')).toBe('Order by noon on Tuesday');
});

it('says which holiday may move', () => {
  expect(expectedWords({ ...ONE, expected: { name: 'Eid-el-Fitr', day: '2027-03-09' } })).toBe(
    'The Eid-el-Fitr holiday is expected on Tuesday, March 9. If it moves, so may this date.',
  );
  expect(expectedWords(ONE)).toBeUndefined();
});

it('says what is true at any time', () => {
  expect(policyWords(FACTS)).toBe(
    'Lagos: the next working day. Elsewhere: 2 to 5 working days. Counted from today if you order before noon.',
  );
  expect(plain(policyWords({ ...FACTS, near: [], dispatchDays: 1, cutOff: '14:30' }))).toBe(
    'Everywhere: 3 to 6 working days. Counted from today if you order before 2:30 PM.',
  );
  expect(plain(cutOffWords('00:00'))).toBe('12 AM');
});
