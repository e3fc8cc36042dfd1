import { expect, test } from 'vitest';
import { isReference, newReference } from '#backend/base/ids.ts';
import { ownerOf } from './shop-mark.ts';

const settings = { SITE_URL: 'https://shop.example' };
const reference = newReference();

test('recognizes its references among those of other systems', () => {
  for (let count = 0; count < 1000; count++) expect(isReference(newReference())).toBe(true);
  const others = ['', 'tr-', 'T123456789', '7PVGX8MEk85tgeEpVDtD', reference.slice(1)];
  others.push(
    reference.toUpperCase(),
    `${reference}a`,
    reference.slice(0, -1),
    `tr-${'1'.repeat(26)}`,
  );
  for (const other of others) expect(isReference(other), other).toBe(false);
});

test.each([
  [{ order_id: 'ord_1', shop: 'shop.example' }, 'ours'],
  [{ order_id: 'ord_1', shop: 'other.example' }, 'other shop'],
  [{ order_id: 'ord_1' }, 'ours'],
  [{ shop: 7 }, 'ours'],
  [{ shop: '' }, 'ours'],
  [null, 'ours'],
])('a reference of our form with the metadata %j is %s', (metadata, owner) => {
  expect(ownerOf({ reference, metadata }, settings)).toBe(owner);
});

test('whatever the metadata says, a reference of another form is of another system', () => {
  const metadata = { shop: 'shop.example' };
  expect(ownerOf({ reference: 'INV-2026-001', metadata }, settings)).toBe('other system');
});
