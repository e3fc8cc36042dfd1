import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';
import { looksRight, opensLight } from '../support/office-looks.ts';
import { newCode } from '../support/promotions.ts';

test.use({ baseURL: OFFICE });

test('the form of a promotion asks for what its choices need, and makes it @own', async ({
  page,
}) => {
  await signedIn(page, 'owner');
  await opensLight(page, '/admin/promotions/new', 'promotion-new');
  const field = (name: string) => page.getByLabel(name, { exact: true });
  for (const name of ['Per cent', 'Code']) await expect(field(name)).toBeVisible();
  for (const name of ['Naira', 'To which states', 'Units to pay for', 'Their names'])
    await expect(field(name)).toBeHidden();
  await field('What shoppers read').fill('Rayhaan days');
  await field('Code').fill(newCode());
  await field('What it takes off').selectOption('Naira');
  await field('Naira').fill('500');
  await expect(field('Per cent')).toBeHidden();
  await field('For which products').selectOption('Brands');
  await field('Their names').fill('Rayhaan');
  await looksRight(page, 'promotion-naira');
  await page.getByRole('button', { name: 'Make it' }).click();
  await expect(page.getByText('Rayhaan days is active now.')).toBeVisible();
  await looksRight(page, 'promotion-made');
  await opensLight(page, '/admin/promotions', 'promotions');
});
