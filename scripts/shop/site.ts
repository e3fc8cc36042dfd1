import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#backend/settings.ts';
import { type ReleaseReport, release } from '../../src/publisher/release.ts';
import { root } from './child.ts';

/** What the pages are made of, beside the catalogue. */
const SOURCES = ['src/site', 'src/domain', 'src/config', 'src/contract', 'public'];
const FILES = ['astro.config.mjs', 'package-lock.json', 'tsconfig.json'];

/** What a build of the site has to know of the API's settings. */
export const siteSettings = ({
  SITE_URL,
  PAYSTACK_PAGE_HOSTS,
}: Pick<Settings, 'SITE_URL' | 'PAYSTACK_PAGE_HOSTS'>) => ({
  SITE_URL,
  PUBLIC_PAYMENT_HOSTS: PAYSTACK_PAGE_HOSTS.join(','),
});

/** One line of a release's figures. */
export function describeRelease(report: ReleaseReport): string {
  return `${report.pages} pages, rendered in ${report.rendering.toFixed(1)} s, compressed in ${report.compressing.toFixed(1)} s, peak memory ${report.peakMemory} MB`;
}

/**
 * Builds the site into `outDir`, unless what lies there was made from the same sources, settings and catalogue.
 * @returns null when nothing had to be built.
 */
export async function ensureSite(options: {
  outDir: string;
  env: Record<string, string>;
  catalogueVersion: string;
  onLine: (line: string) => void;
}): Promise<ReleaseReport | null> {
  const stamp = `${options.outDir}.key`;
  const key = await buildKey(options.env, options.catalogueVersion);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === key) return null;
  const report = await release(options);
  await writeFile(stamp, key);
  return report;
}

async function buildKey(env: Record<string, string>, catalogueVersion: string): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([env, catalogueVersion]));
  const files = [...FILES];
  for (const folder of SOURCES) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    files.push(
      ...entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    );
  }
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex');
}
