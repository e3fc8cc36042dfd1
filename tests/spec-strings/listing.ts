import type { SpecString } from './row.ts';

/** Every quoted string of the specification that belongs to the list of products. */
export const LISTING_STRINGS: SpecString[] = [
  [
    'Failed to load products',
    '§2 Products listing',
    'e2e/listing/trouble.spec.ts',
    'Failed to load products; Try Again reloads',
  ],
  [
    'Try Again',
    '§2 Products listing',
    'e2e/listing/trouble.spec.ts',
    'Failed to load products; Try Again reloads',
  ],
  [
    'Try adjusting your filters or search terms',
    '§2 Products listing',
    'e2e/listing/filters.spec.ts',
    'No products found, and Clear Filters',
  ],
  [
    'Clear Filters',
    '§2 Products listing',
    'e2e/listing/filters.spec.ts',
    'the default view asks for no list, and has every control',
  ],
  [
    'Loading tags...',
    '§2 Products listing',
    'e2e/listing/trouble.spec.ts',
    'Loading tags..., Failed to load tags, and another try',
  ],
  [
    'Failed to load tags',
    '§2 Products listing',
    'e2e/listing/trouble.spec.ts',
    'Loading tags..., Failed to load tags, and another try',
  ],
];
