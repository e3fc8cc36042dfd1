import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Publisher } from '#publisher/publisher.ts';
import { startBackend } from './backend.ts';

/** Builds once before all tests. In a fresh checkout this makes the shop's own pictures, which Astro then caches. */
export default async function setup(): Promise<void> {
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
