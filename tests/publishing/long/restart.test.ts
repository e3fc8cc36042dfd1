import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { PUBLICATION_LIMIT } from '../../rounds.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';

const SECRET = 'a secret of a test with more than thirty-two characters';

it('a publisher that starts again with another setting publishes at once', {
  timeout: 3 * PUBLICATION_LIMIT,
}, async () => {
  const backend = await newBackend(9);
  backend.version = '1';
  const publisher = await newPublisher(backend);
  const { root, live } = publisher.folders;
  await publisher.publish();
  const before = readlinkSync(live);
  const page = () => readFileSync(join(live, 'products.html'), 'utf8');
  expect(page()).not.toContain('https://api.shop.example');

  const child = spawn(process.execPath, ['scripts/publisher/main.ts', 'serve'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PUBLISH_DIR: root,
      API_URL: backend.url,
      SITE_URL: 'https://shop.example',
      PUBLIC_API_URL: 'https://api.shop.example',
      PUBLISHER_PORT: String(await freePort()),
      PUBLISHER_SECRET: SECRET,
      BUILD_AHEAD: 'off',
    },
  });
  onTestFinished(async () => {
    const gone = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await gone;
  });
  // No message comes.
  await vi.waitFor(() => expect(readlinkSync(live)).not.toBe(before), PUBLICATION_LIMIT);
  expect(page()).toContain('https://api.shop.example');
});
