import { readPlaces } from '#contract/reading/app-data.ts';
import { createTabCache } from '#site/storage/tab-cache.ts';

/** The places that this tab has fetched within the last minute; product page and checkout share them. */
export const keptPlaces = createTabCache('turare:shipping-places', readPlaces);
