import { expect, it } from 'vitest';
import { isProductId } from './product-id.ts';

it.each(['tom-ford-oud-wood', '64f0c1', 'Oud_1.2', 'عود', 'a b', 'x'.repeat(200)])('%j', (id) => {
  expect(isProductId(id)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['this folder', '.'],
  ['the folder above', '..'],
  ['a hidden file', '.htaccess'],
  ['two segments', 'a/b'],
  ['a backslash', '\\'],
  ['a percent sign', '100%'],
  ['a page', 'oud.html'],
  ['a compressed page', 'oud.br'],
  ['a NUL', 'a\0'],
  ['a line break', 'a\nb'],
  ['half a character', '\ud800'],
  ['201 characters', 'x'.repeat(201)],
  ['243 bytes', 'ẹ'.repeat(81)],
])('not %s', (_, id) => {
  expect(isProductId(id)).toBe(false);
});
