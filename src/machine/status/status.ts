import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificate } from '#machine/checks/address.ts';
import { archive } from '#machine/checks/archive.ts';
import { type Check, type Finding, runChecks } from '#machine/checks/check.ts';
import { backups, putAside, work } from '#machine/checks/data.ts';
import { disk, memory } from '#machine/checks/machine.ts';
import { apis, publisher, units } from '#machine/checks/parts.ts';
import { openSubject } from '#machine/checks/subject.ts';
import { findUnfinished } from '#machine/checks/unfinished.ts';
import { type Machine, machineEnvironment } from '#machine/place.ts';
import { root } from '#process/root.ts';
import { readShopSettings } from '#shop/settings.ts';

const CHECKS: readonly Check[] = [
  units,
  apis,
  publisher,
  backups,
  archive,
  putAside,
  disk,
  memory,
  certificate,
  work,
];

/** How a shop is, on one screen. It asks nobody outside of this machine but the public address for its certificate. */
export interface ShopStatus {
  version: string;
  /** The address that shoppers open. */
  address: string;
  findings: (Finding & { name: string })[];
}

/** @throws Error with every fault when the settings are wrong. */
export async function readShopStatus(
  machine: Machine,
  env = machineEnvironment(machine),
): Promise<ShopStatus> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { backend: settings } = readShopSettings(env);
  const about = { version, address: settings.SITE_URL };
  const unfinished = await findUnfinished(machine, settings.DATA_DIR);
  if (unfinished) return { ...about, findings: [unfinished] };
  const { subject, close } = openSubject(machine, env, settings);
  try {
    return { ...about, findings: await runChecks(CHECKS, subject) };
  } finally {
    await close();
  }
}
