import { longText, oudWood, productById, retired, soldOut } from '../data/products.ts';
import type { Screen, State } from '../state.ts';
import { cart, smallCart } from './kept.ts';

const interlude = productById('amouage-interlude-man');
const few = { ...interlude, image: interlude.images[0] ?? '', qtyAvailable: 2 };
const link = (...entries: string[]) => `/cart?items=${entries.join(',')}`;
const GOOD = link(`${oudWood.id}:2`, `${interlude.id}:1`, `${longText.id}:1`);

const linked = (name: string, route: string, says: string, rest: Partial<State> = {}): State => ({
  name: `cart-link-${name}`,
  route,
  shows: ['main h2', says],
  ...rest,
});

export const cartLinks: Screen = {
  name: 'cart-links',
  title: 'The link of a cart',
  states: [
    { name: 'cart-link', route: GOOD, shows: ['main h2', 'It is in your cart'], main: true },
    linked('same', GOOD, 'Your cart holds this already', {
      local: () => cart([oudWood, 2], [interlude, 1], [longText, 1]),
    }),
    linked('choice', link(`${oudWood.id}:1`), 'You have a cart already', {
      local: () => smallCart,
    }),
    linked('added', link(`${oudWood.id}:1`), 'Added to your cart', {
      local: () => smallCart,
      steps: [{ press: ['main button', 'Add to my cart'] }],
    }),
    linked(
      'left-out',
      link(
        `${oudWood.id}:1`,
        `${few.id}:9`,
        `${soldOut.id}:1`,
        `${retired.id}:1`,
        'nowhere:1',
        'a::1',
      ),
      'It is in your cart',
      {
        api: {
          lookup: {
            body: {
              products: [oudWood, few, soldOut, { ...retired, retired: true, qtyAvailable: 0 }].map(
                ({ images, ...product }) => ({ ...product, image: images[0] }),
              ),
            },
          },
        },
      },
    ),
    linked('nothing', link('nowhere:1'), 'Nothing of this can be bought now'),
    linked('unread', link('a::1'), 'This link cannot be read', { local: () => smallCart }),
    linked('empty', '/cart', 'This link holds no fragrances'),
    linked('waiting', GOOD, 'One moment', { api: { lookup: 'waits' } }),
    linked('failed', GOOD, 'We could not look this cart up', {
      api: { lookup: 'cut', product: 'cut' },
    }),
  ],
};
