import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type Cable, openCable } from './cable.ts';
import { CHECK_PASSWORD, startProxy } from './proxy.ts';
import { type Server, server } from './server.ts';

/** Two PostgreSQL servers, one the standby of the other, behind HAProxy. */
export interface Pair {
  /** The address of the current primary. */
  url: string;
  cable: Cable;
  primary: Server;
  standby: Server;
  /** Sets whether commits wait for the standby. */
  setSynchronous(yes: boolean): Promise<void>;
  /** Makes the standby the primary, as the page on two servers says. The other one must be lost. */
  promote(): Promise<void>;
  /** Makes the lost server a standby of the new primary, from a new copy, and waits until it has everything. */
  rejoin(): Promise<void>;
  close(): Promise<void>;
}

export async function startPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-pair-'));
  // Programs that do not run as root must pass through.
  await chmod(folder, 0o755);
  const [one, two] = [await server(join(folder, 'one')), await server(join(folder, 'two'))];
  const cable = await openCable();
  const proxy = await startProxy(folder, [one.port, two.port]);
  const pair: Pair = {
    url: proxy.url,
    cable,
    primary: one,
    standby: two,
    async setSynchronous(yes) {
      await pair.primary.ask(
        yes
          ? `alter system set synchronous_standby_names = '*'`
          : 'alter system reset synchronous_standby_names',
      );
      await pair.primary.ask('select pg_reload_conf()');
    },
    async promote() {
      [pair.primary, pair.standby] = [pair.standby, pair.primary];
      await pair.primary.ask('select pg_promote()');
      // It has no standby yet, which a commit would wait for.
      await pair.setSynchronous(false);
    },
    async rejoin() {
      cable.target = pair.primary.port;
      cable.reconnect();
      await pair.standby.stop();
      await pair.standby.make({ port: cable.port });
      await pair.standby.start();
      await streaming(pair.primary);
    },
    async close() {
      await proxy.close();
      await Promise.all([one.kill(), two.kill()]);
      await cable.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await one.make();
  await one.start();
  await one.ask('create database turare');
  await one.ask(`create role haproxy login password '${CHECK_PASSWORD}'`);
  await pair.rejoin();
  await proxy.ready();
  return pair;
}

/** Waits until the standby has everything that was committed. */
const streaming = (primary: Server) =>
  vi.waitFor(
    async () => {
      const rows = await primary.ask(`select from pg_stat_replication
        where state = 'streaming' and replay_lsn = pg_current_wal_lsn()`);
      if (rows.length === 0) throw new Error('The standby does not stream');
    },
    { interval: 50 },
  );
