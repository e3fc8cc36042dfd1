import { expect, it, vi } from 'vitest';

/** Present ids by former ones. */
const moved: Record<string, string> = { old: 'new', older: 'new' };
let down = false;
vi.mock('#site/product-data/live-figures.ts', () => ({
  askLive: async () => {
    if (down) throw new Error('GET /api/live: FETCH_ERROR');
    return (product: { id: string }) => ({ ...product, id: moved[product.id] ?? product.id });
  },
}));
const { movedUnits } = await import('./moved-lines.ts');

const line = (id: string, quantity = 2) => ({
  id,
  name: id,
  price: 1,
  image: '',
  qtyAvailable: 9,
  quantity,
});

it.each([
  ['its present id', { old: 2 }, ['new'], { new: 2 }],
  ['an id between the two', { older: 2 }, ['old'], { old: 2 }],
  ['two former ids, ordered as two lines', { older: 1, old: 2 }, ['new'], { new: 3 }],
  ['no line of it', { old: 2 }, ['rose'], {}],
])('a paid product that was renamed is found by %s', async (_, paid, lines, found) => {
  expect(
    await movedUnits(
      paid,
      Object.keys(paid),
      lines.map((id) => line(id)),
    ),
  ).toEqual(found);
});

it('without an answer the lines stay', async () => {
  down = true;
  expect(await movedUnits({ old: 2 }, ['old'], [line('new')])).toEqual({});
});
