import type { Providers } from '#backend/payment-provider/providers.ts';
import { providersOf } from '#backend/providers.ts';
import { certificate, dns } from '#machine/checks/address.ts';
import { archive } from '#machine/checks/archive.ts';
import { type Check, type Finding, runChecks } from '#machine/checks/check.ts';
import { backups, database, putAside } from '#machine/checks/data.ts';
import { disk, memory } from '#machine/checks/machine.ts';
import { mail } from '#machine/checks/mail.ts';
import { apis, publisher, timer, units } from '#machine/checks/parts.ts';
import { ports } from '#machine/checks/ports.ts';
import { account, clock } from '#machine/checks/providers.ts';
import { lookAtSettings } from '#machine/checks/settings.ts';
import { openSubject } from '#machine/checks/subject.ts';
import { findUnfinished } from '#machine/checks/unfinished.ts';
import { version } from '#machine/checks/version.ts';
import { lastWebhook, ownWebhook } from '#machine/checks/webhook.ts';
import { type Machine, machineEnvironment } from '#machine/place.ts';
import { readShopSettings } from '#shop/settings.ts';

/** The checks of a shop, in the order in which they are shown. */
const checksOf = (providers: Providers): readonly Check[] => [
  disk,
  memory,
  clock(providers[0]),
  units,
  timer,
  ports,
  database,
  apis,
  publisher,
  backups,
  archive,
  putAside,
  version,
  dns,
  certificate,
  ...providers.flatMap((provider) => {
    const news = provider.check?.testNews?.();
    return [
      account(provider),
      ...(news ? [ownWebhook(provider, news), lastWebhook(provider, news)] : []),
    ];
  }),
];

/** Looks at everything that a shop needs, side by side. While settings are wrong, nothing else can be asked. */
export async function examine(
  machine: Machine,
  {
    sendMail = true,
    env = machineEnvironment(machine),
  }: { sendMail?: boolean; env?: ReturnType<typeof machineEnvironment> } = {},
): Promise<(Finding & { name: string })[]> {
  const settings = { name: 'settings', ...(await lookAtSettings(machine, env)) };
  let read: ReturnType<typeof readShopSettings>;
  try {
    read = readShopSettings(env);
  } catch {
    return [settings];
  }
  const unfinished = await findUnfinished(machine, read.backend.DATA_DIR);
  if (unfinished) return [unfinished];
  const { subject, close } = openSubject(machine, env, read.backend);
  try {
    return [
      settings,
      ...(await runChecks(
        [...checksOf(providersOf(read.backend)), ...(sendMail ? [mail] : [])],
        subject,
      )),
    ];
  } finally {
    await close();
  }
}
