import * as z from 'zod/mini';

/**
 * Extension `shop.facts`: what the shop's staff have changed of its facts, by field of shop.json (src/demo/shop/README.md). A
 * build takes each value that its own schema of shop.json takes, and has the others from its folder.
 */
export const shopChanges = z.object({ facts: z.record(z.string(), z.unknown()) });
