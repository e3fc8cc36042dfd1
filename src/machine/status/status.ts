import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificate } from '#machine/checks/address.ts';
import { archive } from '#machine/checks/archive.ts';
import type { Check, Found } from '#machine/checks/check.ts';
import { backups, putAside, work } from '#machine/checks/data.ts';
import { disk, memory } from '#machine/checks/machine.ts';
import { apis, publisher, units } from '#machine/checks/parts.ts';
import { lookAtShop } from '#machine/checks/subject.ts';
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
  findings: Found[];
}

/** @throws Error with every fault when the settings are wrong. */
export async function readShopStatus(
  machine: Machine,
  env = machineEnvironment(machine),
): Promise<ShopStatus> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { backend: settings } = readShopSettings(env);
  const findings = await lookAtShop(CHECKS, { machine, env, settings });
  return { version, address: settings.SITE_URL, findings };
}
