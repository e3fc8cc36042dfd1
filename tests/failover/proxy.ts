import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { HAPROXY, pathOf } from '#scripts/test/debian-programs.ts';
import { end, giveAway, hasEnded, startProgram } from './processes.ts';
import { addressAt } from './server.ts';

const SHIPPED = 'src/server/deployment/haproxy';
/** The password of the role that asks whether a server is the primary. */
export const CHECK_PASSWORD = 'check';

/** Starts HAProxy with the shipped settings in front of two servers. */
export async function startProxy(folder: string, ports: readonly [number, number]) {
  const place = join(folder, 'haproxy');
  const passwords = join(place, 'pgpass');
  await mkdir(place);
  await copyFile(join(SHIPPED, 'is-primary'), join(place, 'is-primary'));
  await chmod(join(place, 'is-primary'), 0o755);
  await writeFile(passwords, `*:*:*:haproxy:${CHECK_PASSWORD}\n`, { mode: 0o600 });
  await giveAway(place, passwords);
  const port = await freePort();
  const [one, two] = ports;
  const { child, output } = startProgram(
    pathOf(HAPROXY),
    ['-f', join(SHIPPED, 'haproxy.cfg'), '-db'],
    {
      ADDRESS: `127.0.0.1:${port}`,
      FOLDER: place,
      SERVER_ONE: `127.0.0.1:${one}`,
      SERVER_TWO: `127.0.0.1:${two}`,
    },
  );
  const url = addressAt(port);
  return {
    url,
    /** Waits until its address accepts writes. */
    async ready() {
      await vi.waitFor(
        async () => {
          if (hasEnded(child)) throw new Error(`HAProxy has ended: ${output()}`);
          const client = new pg.Client({ connectionString: url });
          client.on('error', () => {});
          await client.connect();
          await client.end();
        },
        { interval: 50 },
      );
    },
    close: () => end(child, 'SIGTERM'),
  };
}
