import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { PublicationReport } from '#publisher/build/publication.ts';
import { Publisher } from '#publisher/publisher.ts';
import { openShop } from '../../publishing/shop.harness.ts';
import { bareAstro } from './bare-astro.ts';
import { median } from './median.ts';

/** From this size on compressed forms are left to the host, because they triple the number of files. */
const UNCOMPRESSED_FROM = 50_000;

/**
 * Measures full builds of catalogues of several sizes: seconds by stage, peak memory, and the ratio to a bare Astro build
 * that writes as many pages of the same size in the same run.
 */
export async function benchFullBuilds(sizes: readonly number[], runs: number): Promise<void> {
  const shop = await openShop();
  const rows: Record<string, number | string>[] = [];
  try {
    for (const size of sizes) {
      await shop.grow(size);
      const compress = size < UNCOMPRESSED_FROM;
      const measured: { report: PublicationReport; seconds: number; bare: number }[] = [];
      for (let run = 0; run < runs; run++) {
        const folder = join(shop.dataDir, 'site');
        await rm(folder, { recursive: true, force: true });
        const publisher = new Publisher({
          folder,
          settings: {
            API_URL: shop.apiUrl,
            SITE_URL: 'https://shop.example',
            ...(!compress && { PRECOMPRESS: 'off' }),
          },
        });
        const began = performance.now();
        const report = await publisher.publish();
        const seconds = (performance.now() - began) / 1000;
        const { live } = publisher.folders;
        const page = await readFile(join(live, 'products/own-7.html'), 'utf8');
        const bare = await bareAstro(report.pages, page);
        measured.push({ report, seconds, bare });
        console.log(
          `${size} products, run ${run + 1}: ${seconds.toFixed(1)} s, bare Astro ${bare.toFixed(1)} s`,
        );
      }
      const of = (pick: (one: (typeof measured)[number]) => number) => median(measured.map(pick));
      const rounded = (value: number) => Math.round(value * 10) / 10;
      rows.push({
        products: size,
        pages: of(({ report }) => report.pages),
        'reading s': rounded(of(({ report }) => report.seconds.reading)),
        'rendering s': rounded(of(({ report }) => report.seconds.rendering)),
        'search index s': rounded(of(({ report }) => report.seconds.search)),
        'compressing s': compress ? rounded(of(({ report }) => report.seconds.compressing)) : 'off',
        'checking s': rounded(of(({ report }) => report.seconds.checking)),
        'all s': rounded(of(({ seconds }) => seconds)),
        'bare Astro s': rounded(of(({ bare }) => bare)),
        ratio: Math.round(of(({ seconds, bare }) => seconds / bare) * 100) / 100,
        'peak MB': of(({ report }) => report.peakMemory),
      });
    }
  } finally {
    await shop.close();
  }
  console.table(rows);
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (first && last && first !== last) {
    const more = (Number(last.products) - Number(first.products)) / 1000;
    const memory = (Number(last['peak MB']) - Number(first['peak MB'])) / more;
    console.log(`Memory grows by ${memory.toFixed(1)} MB per 1,000 products.`);
  }
}
