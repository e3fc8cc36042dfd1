import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#backend/db/cluster.ts';

const BOOTSTRAP = fileURLToPath(new URL('../../scripts/bootstrap.mjs', import.meta.url));

/** `npm start` on a new folder, in its own process group, once its database works. */
async function startShop() {
  const folder = await mkdtemp(join(tmpdir(), 'turare-stop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [port, sandbox] = [await freePort(), await freePort()];
  const shop = spawn(process.execPath, [BOOTSTRAP, 'start'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandbox),
    },
  });
  const exited = once(shop, 'exit');
  const lines: string[] = [];
  await new Promise<void>((ready, fail) => {
    exited.then(() => fail(new Error(lines.join('\n'))));
    for (const input of [shop.stdout, shop.stderr]) {
      createInterface({ input }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('Filling the demo catalogue')) ready();
      });
    }
  });
  return { group: -(shop.pid ?? 0), exited, lock: join(folder, 'postgres/postmaster.pid') };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s to the whole group, as a terminal or a supervisor sends it, stops the database too',
  // A whole shop starts and stops.
  { timeout: 120_000 },
  async (signal) => {
    const { group, exited, lock } = await startShop();
    expect(existsSync(lock)).toBe(true);
    process.kill(group, signal);
    await exited;
    expect(existsSync(lock)).toBe(false);
  },
);
