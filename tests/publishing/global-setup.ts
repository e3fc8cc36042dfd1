import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#process/root.ts';
import { Publisher } from '#publisher/publisher.ts';
import { startBackend } from './backend.ts';

/** Where Astro keeps the shop's own pictures that it has made. */
const MADE = join(root, 'node_modules/.astro/assets');

/** In a fresh checkout, builds once before all tests: two tests at once would make the shop's own pictures twice. */
export default async function setup(): Promise<void> {
  if (existsSync(MADE)) return;
  const backend = await startBackend(1);
  const folder = await mkdtemp(join(tmpdir(), 'turare-publishing-'));
  const publisher = new Publisher({
    folder,
    settings: { API_URL: backend.url, SITE_URL: 'https://shop.example' },
  });
  try {
    await publisher.publish();
  } finally {
    await publisher.close();
    backend.close();
    await rm(folder, { recursive: true, force: true });
  }
}
