import { expect, it } from 'vitest';
import { collectionSlug, slug } from './slug.ts';

it.each([
  ['Hermès Terre d’Hermès', 'hermes-terre-d-hermes'],
  ['Tom Ford Oud Wood', 'tom-ford-oud-wood'],
  ['  N°5 -- L’Eau ', 'n-5-l-eau'],
  ['ỌBA Ẹ̀kọ́', 'oba-eko'],
])('%s becomes %s', (name, path) => {
  expect(slug(name)).toBe(path);
});

it.each([
  ['Tom Ford', 'tom-ford'],
  ['Sølvø', 's-lv'],
  ['Bond No. 9', 'bond-no-9'],
  ['Bond No 9', 'bond-no-9'],
])('the brand %s is at %s', (name, path) => {
  expect(collectionSlug(name)).toBe(path);
});

it('gives brands with long names different addresses that fit a file name', () => {
  const slugs = ['b', 'c'].map((end) => collectionSlug(`${'㍱'.repeat(99)}${end}`));
  expect(new Set(slugs).size).toBe(2);
  for (const path of slugs) expect(path.length).toBeLessThanOrEqual(200);
});

it('gives every brand an address that all hosts can serve, and brands in other scripts one of their own', () => {
  const names = ['لطافة', 'لطافه', '香水', 'لطافة Lattafa', 'عود Lattafa', 'Lattafa', '!!!', '…'];
  const slugs = names.map(collectionSlug);
  expect(new Set(slugs).size).toBe(names.length);
  for (const path of slugs) expect(path).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(collectionSlug(' لطافة ')).toBe(collectionSlug('لطافة'));
});
