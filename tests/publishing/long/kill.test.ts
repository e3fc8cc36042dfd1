import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seededChoice } from '#demo/seeded-choice.ts';
import { PUBLICATION_LIMIT, ROUNDS } from '../../rounds.ts';
import { SEED } from '../../seed.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';
import { hashesOf } from '../site-files.ts';

const KILLS = ROUNDS.killedPublication;
/** It publishes twice before the kills and twice after them. */
const timeout = (KILLS + 4) * PUBLICATION_LIMIT;

/** Starts `npm run publisher -- publish` as a separate process. */
function publishCommand(folder: string, url: string) {
  return spawn(process.execPath, ['scripts/publisher/main.ts', 'publish'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PUBLISH_DIR: folder, API_URL: url, SITE_URL: 'https://shop.example' },
  });
}

it(`after kill -9 at ${KILLS} moments of a publication the live site is the whole old or the whole new one`, {
  timeout,
}, async () => {
  const backend = await newBackend(120);
  const publisher = await newPublisher(backend);
  const { root, live } = publisher.folders;
  const shown = () => hashesOf(join(root, readlinkSync(live)));
  await publisher.publish();
  const began = Date.now();
  await once(publishCommand(root, backend.url), 'exit');
  const whole = Date.now() - began;

  const choice = seededChoice(SEED);
  let before = shown();
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    const [first] = backend.products;
    if (!first) throw new Error('one product at least');
    backend.products[0] = { ...first, price: 5000 + round };
    const child = publishCommand(root, backend.url);
    const gone = once(child, 'exit');
    // The moments are spread over a whole publication, each round a little later.
    await Promise.race([gone, pause((0.9 * whole * (round + choice.between(0, 1))) / KILLS)]);
    if (child.exitCode === null && child.pid) {
      process.kill(child.pid, 'SIGKILL');
      killed++;
    }
    await gone;
    const after = shown();
    const page = after['products/scent-00000.html'];
    // The live release was checked: it is complete and does not change.
    expect(Object.keys(after)).toEqual(Object.keys(before));
    if (page === before['products/scent-00000.html']) expect(after).toEqual(before);
    before = after;
  }
  expect(killed).toBeGreaterThanOrEqual(KILLS / 2);

  // The next publication works despite all leftovers and equals a clean build.
  const now = Date.now();
  await publisher.publish({ time: now });
  const clean = await newPublisher(backend);
  await clean.publish({ time: now });
  expect(shown()).toEqual(hashesOf(join(clean.folders.root, readlinkSync(clean.folders.live))));
});
