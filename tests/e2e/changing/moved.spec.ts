import { addRedirects } from '#backend/products/catalogue/redirects.ts';
import { changeId } from '#backend/products/lifecycle/new-id.ts';
import { changeStatus } from '#backend/products/lifecycle/status.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { cartLine, seedStorage, storedCart } from '../support/seed.ts';
import { testShop } from '../support/shop.ts';

/** Products whose id the merchant has changed, or that are retired, before the pages know. */

// The 404 page shows what is newer than the last release.
test.use({ allowConsole: [/404/] });

const newName = () => `Moved ${Math.random().toString(36).slice(2, 8)}`;

test('a device with the old id of a product ends up with one line', {
  tag: '@own',
}, async ({ page, request }) => {
  const old = await testShop.addLateProduct(request, newName());
  await inOwnShop((db) => changeId(db, old, `${old}-new`, { by: 'Bola' }));
  const line = await cartLine(request, old, 2);
  expect(line.id).toBe(`${old}-new`);
  const { quantity, ...wished } = line;
  await seedStorage(page, {
    ...storedCart([{ ...line, id: old }, line]),
    'turare:wishlist': [{ ...wished, id: old }, wished],
  });
  await page.goto('/brands');
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await expect(page.getByRole('heading', { name: 'Shopping Cart (4)' })).toBeVisible();
  const minus = page.getByRole('button', { name: `One ${line.name} less` });
  await expect(minus).toHaveCount(1);
  const kept = (key: string) =>
    page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);
  expect((await kept('turare:cart')).items).toMatchObject([{ id: `${old}-new`, quantity: 4 }]);
  expect(await kept('turare:wishlist')).toMatchObject([{ id: `${old}-new` }]);
});

test('the old address shows the product under its new one, also before the next release', {
  tag: '@own',
}, async ({ page, request }) => {
  const name = newName();
  const old = await testShop.addLateProduct(request, name);
  await inOwnShop((db) => changeId(db, old, `${old}-new`, { by: 'Bola' }));
  await page.goto(`/products/${old}?from=whatsapp`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(page).toHaveURL(`/products/${old}-new?from=whatsapp`);
});

test('an address of another program redirects with its query before the host knows it', {
  tag: '@own',
}, async ({ page, request }) => {
  const name = newName();
  const id = await testShop.addLateProduct(request, name);
  const move = { from: `/product/${id}-%D8%B9/`, to: `/products/${id}` };
  await inOwnShop((db) => db.transaction((transaction) => addRedirects(transaction, [move])));
  await page.goto(`/product/${id}-%D8%B9?from=whatsapp#reviews`);
  await expect(page).toHaveURL(`/products/${id}?from=whatsapp#reviews`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goto('/product/never-there');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
});

test('a retired product says so, shows others, and cannot be bought', { tag: '@own' }, async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole.push(/404/);
  const id = await testShop.addLateProduct(request, newName());
  const line = await cartLine(request, id);
  await inOwnShop((db) =>
    changeStatus(db, [id], { verb: 'retire', actor: { name: 'Bola', role: 'owner' } }),
  );
  await seedStorage(page, storedCart([line]));
  await page.goto(`/products/${id}`);
  await expect(page.getByText('We no longer sell this fragrance.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible();
  for (const button of ['ADD TO CART', 'BUY NOW']) {
    await expect(page.getByRole('button', { name: button })).toHaveCount(0);
  }
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('sold out');
  // The check takes seconds, and the notification would be gone by then. So the check comes last.
  await page.keyboard.press('Escape');
  await noViolation(page);
});
