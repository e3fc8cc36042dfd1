import { expect, test } from '../e2e/support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../e2e/support/seed.ts';
import { KHAMRAH } from '../e2e/support/shop.ts';

// A screen reader remembers parents. An element inserted between them sends it round in a circle.
test('React adds no element to the accessibility tree of an island', async ({ page }) => {
  await seedStorage(page, storedCart([await cartLine(page.request, KHAMRAH.id)]));
  await page.goto('/checkout');
  const island = page.locator('astro-island');
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled();
  await expect(island).toHaveRole('none');
  const devtools = await page.context().newCDPSession(page);
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'astro-island',
  });
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
    nodeId,
    fetchRelatives: false,
  });
  expect(nodes.map(({ ignored }) => ignored)).toEqual([true]);
});
