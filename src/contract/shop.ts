import * as z from 'zod/mini';

/**
 * Extension `shop.facts`: the shop's facts that staff have changed, by field of shop.json (src/demo/shop/README.md). A
 * build takes each value that its schema of shop.json accepts, and has the others from its folder.
 */
export const shopChanges = z.object({ facts: z.record(z.string(), z.unknown()) });
