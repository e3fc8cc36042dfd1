import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { PublicationReport } from '#publisher/build/publication.ts';
import { Publisher } from '#publisher/publisher.ts';
import { openShop } from '../../publishing/shop.harness.ts';
import { bareAstro } from './bare-astro.ts';
import { megabytesByKind } from './disk.ts';
import { median } from './median.ts';

interface Run {
  report: PublicationReport;
  seconds: number;
  bare: number;
}

/**
 * Measures full builds of catalogues of several sizes: seconds by phase, peak memory, the disk that a release takes,
 * and the ratio to a bare Astro build that writes as many pages of the same size in the same run.
 */
export async function benchFullBuilds(
  sizes: readonly number[],
  { runs, compress }: { runs: number; compress: boolean },
): Promise<void> {
  const shop = await openShop();
  const rows: Record<string, number>[] = [];
  const disk: Record<string, number>[] = [];
  try {
    for (const size of sizes) {
      await shop.grow(size);
      const folder = join(shop.dataDir, 'site');
      const publisher = new Publisher({
        folder,
        settings: {
          API_URL: shop.apiUrl,
          SITE_URL: 'https://shop.example',
          ...(!compress && { PRECOMPRESS: 'off' as const }),
        },
      });
      const measured: Run[] = [];
      for (let run = 0; run < runs; run++) {
        await rm(folder, { recursive: true, force: true });
        const began = performance.now();
        const report = await publisher.publish();
        const seconds = (performance.now() - began) / 1000;
        const page = await readFile(join(publisher.folders.live, 'products/own-7.html'), 'utf8');
        const bare = await bareAstro(report.pages, page);
        measured.push({ report, seconds, bare });
        console.log(
          `${size} products, run ${run + 1}: ${seconds.toFixed(1)} s, bare Astro ${bare.toFixed(1)} s`,
        );
      }
      rows.push(rowOf(size, measured));
      disk.push({ products: size, ...megabytesByKind(publisher.folders.live, size / 1000) });
    }
  } finally {
    await shop.close();
  }
  console.table(rows);
  console.log('MB on disk per 1,000 products, in whole blocks:');
  console.table(disk);
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (first && last && first !== last) {
    const more = (Number(last.products) - Number(first.products)) / 1000;
    const memory = (Number(last['peak MB']) - Number(first['peak MB'])) / more;
    console.log(`Memory grows by ${memory.toFixed(1)} MB per 1,000 products.`);
  }
}

/** Returns the medians of a size. The search index is made while pages are rendered. */
function rowOf(size: number, measured: readonly Run[]): Record<string, number> {
  const of = (pick: (run: Run) => number) => median(measured.map(pick));
  const rounded = (pick: (run: Run) => number) => Math.round(of(pick) * 10) / 10;
  return {
    products: size,
    pages: of(({ report }) => report.pages),
    'starting s': rounded(({ report, seconds }) => seconds - report.seconds.total),
    'reading s': rounded(({ report }) => report.seconds.reading),
    'rendering s': rounded(({ report }) => report.seconds.rendering),
    '(search index s)': rounded(({ report }) => report.seconds.search),
    'compressing s': rounded(({ report }) => report.seconds.compressing),
    'checking s': rounded(({ report }) => report.seconds.checking),
    'swapping s': rounded(({ report }) => report.seconds.swapping),
    'all s': rounded(({ seconds }) => seconds),
    'bare Astro s': rounded(({ bare }) => bare),
    ratio: Math.round(of(({ seconds, bare }) => seconds / bare) * 100) / 100,
    'ms a page': Math.round(of(({ seconds, report }) => (seconds / report.pages) * 1e5)) / 100,
    'peak MB': of(({ report }) => report.peakMemory),
  };
}
