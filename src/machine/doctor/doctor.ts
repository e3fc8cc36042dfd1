import type { Providers } from '#backend/payment-provider/providers.ts';
import { providersOf } from '#backend/providers.ts';
import { certificate, dns } from '#machine/checks/address.ts';
import { archive } from '#machine/checks/archive.ts';
import type { Check, Found } from '#machine/checks/check.ts';
import { backups, database, putAside } from '#machine/checks/data.ts';
import { disk, memory } from '#machine/checks/machine.ts';
import { mail } from '#machine/checks/mail.ts';
import { owners } from '#machine/checks/owners.ts';
import { apis, publisher, timer, units } from '#machine/checks/parts.ts';
import { ports } from '#machine/checks/ports.ts';
import { account, clock } from '#machine/checks/providers.ts';
import { lookAtSettings } from '#machine/checks/settings.ts';
import { lookAtShop } from '#machine/checks/subject.ts';
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
  owners,
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
): Promise<Found[]> {
  const settings = await lookAtSettings(machine, env);
  let read: ReturnType<typeof readShopSettings>;
  try {
    read = readShopSettings(env);
  } catch {
    return [{ name: 'settings', ...settings }];
  }
  const checks = [
    { name: 'settings', look: async () => settings },
    ...checksOf(providersOf(read.backend)),
    ...(sendMail ? [mail] : []),
  ];
  return lookAtShop(checks, { machine, env, settings: read.backend });
}
