import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeStatus } from '#publisher/descriptions.ts';
import { readStatus } from '#publisher/status.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';

it('words that staff change are on every page after the next publication, and the folder’s after a reset', async () => {
  const backend = await newBackend(9);
  backend.version = '1';
  backend.shop = {};
  const publisher = await newPublisher(backend);
  await publisher.publish();
  await publisher.makeReady();
  const { live } = publisher.folders;
  /** Returns the number of pages, and the number of those with a text. */
  const pagesWith = (text: string) => {
    const pages = globSync('**/*.html', { cwd: live });
    const having = pages.filter((page) => readFileSync(join(live, page), 'utf8').includes(text));
    return { pages: pages.length, having: having.length };
  };
  const landing = () => readFileSync(join(live, 'index.html'), 'utf8');
  const { pages } = pagesWith('');
  const framed = pagesWith('0700-TURARE-0').having;
  expect(framed).toBeGreaterThan(20);

  backend.version = '2';
  backend.shop = {
    phone: { label: '0800-NEW', href: 'tel:+2348000000639' },
    promo: null,
    brands: ['Creed', 'Dior'],
    // Another version of the API may have written what this one does not accept.
    hours: 7,
    banners: [{ picture: 'nowhere', title: 'No', text: 'No', link: { label: 'No', href: '/' } }],
    motto: 'None',
  };
  const report = await publisher.publish();
  expect(report.rewritten).toBe(pages);
  expect(pagesWith('0800-NEW')).toEqual({ pages, having: framed });
  expect(pagesWith('0700-TURARE-0').having).toBe(0);
  expect(landing()).not.toContain('Save Up to 40%');
  expect(landing()).toMatch(/category=Creed.*category=Dior/s);
  expect(landing()).not.toContain('category=Amouage');
  const status = describeStatus(await publisher.live(), await readStatus(publisher.folders), []);
  expect(status).toContain('Set by npm run shop: banners, brands, hours, motto, phone, promo');
  expect((await publisher.publish()).swapped).toBe(false);

  backend.version = '3';
  backend.shop = {};
  await publisher.publish();
  expect(pagesWith('0700-TURARE-0').having).toBe(framed);
});

it('a change during a build is published, too', async () => {
  const backend = await newBackend(3);
  backend.version = '1';
  backend.shop = { tagline: 'Before' };
  const publisher = await newPublisher(backend);
  // The change comes when the build reads the products, after the facts.
  backend.fault = (path) => {
    if (path === '/api/product') backend.shop = { tagline: 'Meanwhile' };
    return undefined;
  };
  await publisher.publish();
  expect(readFileSync(join(publisher.folders.live, 'index.html'), 'utf8')).toContain('Meanwhile');
});
