import { expect, it } from 'vitest';
import { slug } from './slug.ts';

it.each([
  ['Hermès Terre d’Hermès', 'hermes-terre-d-hermes'],
  ['Tom Ford Oud Wood', 'tom-ford-oud-wood'],
  ['  N°5 -- L’Eau ', 'n-5-l-eau'],
  ['ỌBA Ẹ̀kọ́', 'oba-eko'],
])('%s becomes %s', (name, path) => {
  expect(slug(name)).toBe(path);
});
