import { expect, it } from 'vitest';
import { fragranceName } from './product-name.ts';

it('drops the brand from a product’s name only if the name starts with it', () => {
  expect(fragranceName('Tom Ford Oud Wood', 'Tom Ford')).toBe('Oud Wood');
  expect(fragranceName('Oud Wood', 'Tom Ford')).toBe('Oud Wood');
  expect(fragranceName('Tom Ford Oud Wood', undefined)).toBe('Tom Ford Oud Wood');
});
