import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextPath } from './next-path.ts';

const SHOP = 'https://turare.example';
const page = (next: string) => `${SHOP}/login?next=${encodeURIComponent(next)}`;

it('gives the path with its query and hash', () => {
  expect(nextPath(page('/products/a?b=c#reviews'), '/home')).toBe(`${SHOP}/products/a?b=c#reviews`);
});

it.each([
  '',
  'products',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '//[',
])('takes %j for none', (next) => {
  expect(nextPath(page(next), '/home')).toBe(`${SHOP}/home`);
});

it('never leaves the shop', () => {
  const piece = fc.oneof(
    fc.constantFrom('/', '\\', '.', '//', '\t', '@', ':', 'evil.example', 'https:', '?', '#'),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const target = nextPath(page(pieces.join('')), '/home');
      expect(new URL(target, `${SHOP}/login`).origin).toBe(SHOP);
    }),
    { numRuns: 2000 },
  );
});
