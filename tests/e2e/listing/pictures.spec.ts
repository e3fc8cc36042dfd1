import { expect, test } from '../support/fixtures.ts';
import { PHONE } from './listing-page.ts';

test.use({ viewport: PHONE });

test('a phone fetches the pictures of the first row before those of the second', async ({
  page,
}) => {
  const client = await page.context().newCDPSession(page);
  const pictures = new Map<string, { url: string; priority: string }>();
  client.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Image')
      pictures.set(requestId, { url: request.url, priority: request.initialPriority });
  });
  // Chromium gives a picture a higher priority when layout shows that it is in view.
  client.on('Network.resourceChangedPriority', ({ requestId, newPriority }) => {
    const picture = pictures.get(requestId);
    if (picture) picture.priority = newPriority;
  });
  await client.send('Network.enable');
  await page.goto('/products');
  const shown = page.locator('.card img');
  await expect(shown.nth(3)).toBeInViewport();
  await expect
    .poll(() => shown.nth(3).evaluate((image: HTMLImageElement) => image.complete))
    .toBe(true);
  const sources = await shown.evaluateAll((images: HTMLImageElement[]) =>
    images.slice(0, 4).map((image) => image.currentSrc),
  );
  const priorities = sources.map(
    (source) => [...pictures.values()].find(({ url }) => url === source)?.priority,
  );
  expect(priorities).toEqual(['High', 'High', 'Low', 'Low']);
});
