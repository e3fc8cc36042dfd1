import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Publisher } from '#publisher/publisher.ts';
import { startBackend, type TestBackend } from './backend.ts';

/** Creates a publisher with its own folder, removed after the test. */
export async function newPublisher(backend: Pick<TestBackend, 'url'>, settings = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'turare-publishing-'));
  const publisher = new Publisher({
    folder,
    settings: { API_URL: backend.url, SITE_URL: 'https://shop.example', ...settings },
  });
  onTestFinished(async () => {
    await publisher.close();
    await rm(folder, { recursive: true, force: true });
  });
  return publisher;
}

/** Starts a backend that stops after the test. */
export async function newBackend(count: number): Promise<TestBackend> {
  const backend = await startBackend(count);
  onTestFinished(() => backend.close());
  return backend;
}
