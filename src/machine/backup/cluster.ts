import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { elsewhere } from '#backend/db/addresses.ts';
import {
  administer,
  type Cluster,
  clusterOf,
  configure,
  control,
  listClusters,
} from '#machine/recovery/clusters.ts';
import { findMoment, restoreMoment } from '#machine/recovery/moment.ts';
import { run, systemctl } from '#machine/run.ts';
import { type Beside, type Prepared, stampOf } from './beside.ts';

export interface WantedMoment {
  /** Null for the newest that can be had. */
  moment: Date | null;
}

/** Names of clusters that a restore makes. */
const RESTORED = /^turare_\d{8}t\d{6}$/;
/** A file beside a cluster's settings that says that a restore has put it aside. */
const ASIDE = 'turare-aside';
/** Settings that pgBackRest has written into the restored cluster for its way back. */
const OF_RECOVERY = [
  ...['archive_mode', 'restore_command', 'recovery_target_time', 'recovery_target_action'],
  'recovery_target_timeline',
];

/** A moment of the archive is restored into a cluster beside the shop's. The two then exchange their ports. */
export const byCluster: Beside<WantedMoment> = {
  noun: 'cluster',
  async make(settings, { moment }, { machine, say, now }) {
    const found = await findMoment(machine, settings, moment);
    const name = `turare_${stampOf(now)}`;
    const { restored, at } = await restoreMoment(found, { name, moment, say });
    return {
      backup: 'the archive',
      of: at.toISOString(),
      clusters: { live: found.live, restored },
    };
  },
  address: (shop, made) => elsewhere(shop, clustersOf(made).restored),
  start: (made) => control(clustersOf(made).restored, 'start'),
  async open(_, entry) {
    const { live, restored } = clustersOf(entry);
    await administer(restored, async (client) => {
      for (const name of OF_RECOVERY) await client.query(`alter system reset ${name}`);
    });
    await settle(live, restored.port, 'manual');
    await writeFile(join(live.settings, ASIDE), '');
    await settle(restored, live.port, 'auto');
    return live.name;
  },
  async takeBack(_, entry) {
    const { live, restored } = clustersOf(entry);
    await control(restored, 'stop');
    await settle(live, live.port, 'auto');
    await rm(join(live.settings, ASIDE), { force: true });
    await drop(restored);
  },
  /** Those that neither sell nor were put aside. */
  async dropLeft(settings) {
    const [live, aside] = [await clusterOf(settings), await listAside()];
    const left = (await listClusters().catch(() => [])).filter(
      ({ name }) => RESTORED.test(name) && name !== live?.name && !aside.includes(name),
    );
    for (const one of left) await drop(one);
    return left.length > 0;
  },
  listAside,
  async discard(_, name) {
    if (!(await listAside()).includes(name)) return false;
    for (const one of await listClusters()) if (one.name === name) await drop(one);
    return true;
  },
};

function clustersOf({ clusters }: Prepared) {
  if (!clusters) throw new Error('It was not restored from the archive.');
  return clusters;
}

/** Gives a cluster its port. One that starts with the machine starts now, too. */
async function settle(cluster: Cluster, port: number, start: 'auto' | 'manual'): Promise<void> {
  await control(cluster, 'stop');
  await configure(cluster, 'port', String(port));
  await writeFile(join(cluster.settings, 'start.conf'), `${start}\n`);
  await systemctl('daemon-reload');
  if (start === 'auto') await control(cluster, 'start');
}

async function listAside(): Promise<string[]> {
  const all = await listClusters().catch(() => []);
  const marks = await Promise.allSettled(all.map(({ settings }) => access(join(settings, ASIDE))));
  return all.filter((_, at) => marks[at]?.status === 'fulfilled').map(({ name }) => name);
}

async function drop({ version, name, settings, data }: Cluster): Promise<void> {
  await run('pg_dropcluster', ['--stop', version, name]).catch(async () => {
    // Its data may be what was lost.
    for (const folder of [settings, data]) await rm(folder, { recursive: true, force: true });
  });
}
