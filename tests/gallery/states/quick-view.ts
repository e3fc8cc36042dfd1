import { discoverySet, longText, noPicture, oudWood, soldOut } from '../data/products.ts';
import type { Screen, State } from '../state.ts';

const of = (
  name: string,
  product: typeof oudWood,
  shows: State['shows'],
  rest: Partial<State> = {},
): State => ({
  name,
  route: product === longText ? '/brands/maison-francis-kurkdjian' : '/brands/tom-ford',
  steps: [{ press: ['[data-open="quick-view"]', `Quick view of ${product.name}`] }],
  shows,
  part: 'screen',
  ...rest,
});

export const quickView: Screen = {
  name: 'quick-view',
  title: 'Quick view',
  states: [
    of('quick-view', oudWood, '#quick-view .quick-tags li'),
    of('quick-view-loading', oudWood, '#quick-view .skeleton', { api: { product: 'waits' } }),
    of('quick-view-failed', oudWood, ['#quick-view [role="alert"]', 'could not be loaded'], {
      api: { product: 'cut' },
    }),
    of('quick-view-not-found', oudWood, ['#quick-view [role="alert"]', 'Product not found'], {
      api: { product: { code: 'product_not_found' } },
    }),
    of('quick-view-sold-out', soldOut, ['#quick-view .quick-foot', 'Out of Stock'], {
      steps: [
        { press: ['[data-open="quick-view"]', `Quick view of ${soldOut.name}`] },
        { see: '#quick-view .quick-tags li' },
      ],
    }),
    of('quick-view-no-picture', noPicture, ['#quick-view .no-picture', 'No image available'], {
      steps: [
        { press: ['[data-open="quick-view"]', `Quick view of ${noPicture.name}`] },
        { see: '#quick-view .quick-tags li' },
      ],
    }),
    of('quick-view-set', discoverySet, ['#quick-view .quick-foot', 'Choose'], {
      route: '/products?search=discovery',
      api: {
        products: { body: { products: [discoverySet], total: 1, totalPages: 1 } },
        product: { body: { product: discoverySet, relatedProducts: [] } },
      },
    }),
    of('quick-view-long-text', longText, ['#quick-view .quick-tags li', '+9']),
  ],
};
