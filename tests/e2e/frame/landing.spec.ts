import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import { formatNaira } from '#domain/money/money.ts';
import { listProducts } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';

test('New Arrivals: the six newest products, and a link to all', async ({ page, request }) => {
  const newest = (await listProducts(request, '?page=1&limit=6')).products;
  await page.goto('/');
  const arrivals = page.getByRole('region', { name: 'New Arrivals' });
  await expect(arrivals.getByRole('listitem')).toHaveCount(6);
  for (const [index, product] of newest.entries()) {
    const card = arrivals.getByRole('listitem').nth(index);
    await expect(card.getByRole('link')).toHaveAttribute('href', paths.product(product.id));
    if (!product.discount) await expect(card).toContainText(formatNaira(product.price));
  }
  await expect(arrivals.getByRole('link', { name: 'SHOP OUR COLLECTION' })).toHaveAttribute(
    'href',
    '/products',
  );
});

test('promo, brands and reassurance, word for word', async ({ page }) => {
  await page.goto('/');
  const promo = page.getByRole('region', { name: 'Luxury Designer Fragrances, Save Up to 40%!!!' });
  await expect(promo.getByRole('link', { name: 'SHOP NOW' })).toHaveAttribute('href', '/products');

  const brands = page.getByRole('region', { name: 'Browse by brands' });
  await expect(brands.getByRole('link', { name: 'View all' })).toHaveAttribute(
    'href',
    '/products?brand=',
  );
  for (const [index, name] of [
    'Tom Ford',
    'Yves Saint Laurent',
    'Givenchy',
    'Fenty',
    'Amouage',
    'Rayhaan',
  ].entries()) {
    const tile = brands.getByRole('listitem').nth(index).getByRole('link');
    await expect(tile).toContainText(name);
    await expect(tile).toHaveAttribute('href', `/products?category=${encodeURIComponent(name)}`);
  }
  await expect(brands.getByRole('listitem')).toHaveCount(6);

  for (const title of ['Happiness Guaranteed', 'Friendly Fast Assistance', 'Worry-Free Checkout']) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
});

test('a brand tile leads to its list', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('region', { name: 'Browse by brands' })
    .getByRole('link', { name: 'Amouage' })
    .click();
  await expect(page).toHaveURL('/products?category=Amouage');
  await expect(page.getByRole('listitem').filter({ hasText: 'Amouage' }).first()).toBeVisible();
});

for (const [path, title] of [
  ['/about', 'About Us'],
  ['/contact', 'Contact Us'],
] as const) {
  test(`${path} is a page with the store's own facts`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const main = page.getByRole('main');
    for (const paragraph of shop.deliveryPolicy) await expect(main).toContainText(paragraph);
    if (path === '/about') return;
    for (const href of [
      shop.phone.href,
      `mailto:${shop.email}`,
      shop.chat.href,
      shop.social.href,
    ]) {
      await expect(main.locator(`a[href="${href}"]`)).toBeVisible();
    }
    for (const line of shop.address) await expect(main).toContainText(line);
    await expect(main).toContainText(shop.hours);
  });
}
