import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureRelease } from '#shop/site.ts';
import { ALWAYS_LISTED } from './backend.ts';
import { newBackend, newPublisher } from './publisher.harness.ts';

const SIGN = 'No payment here is real';

it('every page of a shop on trial says so, but none after the trial', async () => {
  const backend = await newBackend(9);
  backend.version = '1';
  const publisher = await newPublisher(backend);
  /** Opens the shop, and returns the number of its pages with the notice. */
  async function open(trial: boolean) {
    backend.trial = trial;
    const offered = [...ALWAYS_LISTED, 'catalogue.version'];
    const extensions = trial ? [...offered, 'payment.test'] : offered;
    const report = await ensureRelease(publisher, '1', extensions);
    const { live } = publisher.folders;
    const pages = await Promise.all(
      globSync('**/*.html', { cwd: live }).map((page) => readFile(join(live, page), 'utf8')),
    );
    const signed = pages.filter((page) => page.includes(SIGN)).length;
    return { built: report !== null, pages: pages.length, signed };
  }
  const { pages } = await open(false);
  expect(pages).toBeGreaterThan(20);
  expect(await open(false)).toEqual({ built: false, pages, signed: 0 });
  expect(await open(true)).toEqual({ built: true, pages, signed: pages });
  expect(await open(true)).toEqual({ built: false, pages, signed: pages });
  expect(await open(false)).toEqual({ built: true, pages, signed: 0 });
});
