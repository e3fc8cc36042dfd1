import { expect, it, vi } from 'vitest';
import { product } from '../../contract/shop.harness.ts';
import { openOfficeSite } from '../office-site.harness.ts';

it('words of the back office reach the landing page; a rollback holds them, and resuming publishes them', async () => {
  const { shop, read, shows, waits, settled } = await openOfficeSite(
    ['oud', 'rose'].map((id) => product({ id })),
  );
  const LANDING = 'index.html';
  await shows(LANDING, 'Save Up to 40%');

  const owner = await shop.signIn('owner', 'Ada');
  const [PROMO, PAGE] = ['/admin/shop/promo', '/admin/publications'];
  await owner.submit(PROMO, PROMO, { promo: 'Harmattan sale' });
  await shows(LANDING, 'Harmattan sale');
  await settled();
  const live = /Live Version (\d+)/.exec((await owner.open(PAGE)).text)?.[1];
  expect(Number(live)).toBeGreaterThan(1);

  const earlier = `${PAGE}/releases/${String(Number(live) - 1).padStart(6, '0')}`;
  const back = await owner.submit(earlier, earlier);
  expect(back.text).toContain('Nothing has been published since');
  expect(await read(LANDING)).toContain('Save Up to 40%');

  await owner.submit(PROMO, PROMO, { promo: 'Rainy season sale' });
  await vi.waitFor(async () => expect(await waits()).toBe(true));
  expect(await read(LANDING)).toContain('Save Up to 40%');

  const resumed = await owner.submit(PAGE, `${PAGE}/resume`);
  expect(resumed.text).toContain('Changes are published again.');
  await shows(LANDING, 'Rainy season sale');
});
