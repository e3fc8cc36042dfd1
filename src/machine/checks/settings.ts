import { stat } from 'node:fs/promises';
import { Encrypter } from 'age-encryption';
import { readApiSettings } from '#backend/settings/api-settings.ts';
import { SettingsError } from '#backend/settings/settings.ts';
import { type Machine, machineEnvironment } from '#machine/place.ts';
import { readPublisherSettings } from '#publisher/settings.ts';
import { readShopSettings } from '#shop/settings.ts';
import { type Finding, fault, well } from './check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the publisher of an installed machine reads the catalogue, unless its settings say otherwise. */
const API_URL = 'http://127.0.0.1:8080';

/** Every fault of every program's settings, by all of their readers, each once. */
function faultsOf(machine: Machine, env: Environment): string[] {
  const readers =
    machine.kind === 'installed'
      ? [() => readApiSettings(env), () => readPublisherSettings({ API_URL, ...env })]
      : [];
  const faults = [() => readShopSettings(env), ...readers].flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      if (error instanceof SettingsError) return error.faults;
      // A title, and then a line for each.
      return (error as Error).message
        .split('\n')
        .slice(1)
        .map((line) => line.trim());
    }
  });
  const { BACKUP_AGE_RECIPIENT: recipient } = env;
  if (recipient && !faults.some((each) => each.startsWith('BACKUP_AGE_RECIPIENT'))) {
    try {
      new Encrypter().addRecipient(recipient);
    } catch {
      faults.push('BACKUP_AGE_RECIPIENT is not a public key of age: a character is wrong');
    }
  }
  return [...new Set(faults)];
}

/** Checks the settings of this machine. It comes first: while they are wrong, no other check can run. */
export async function lookAtSettings(
  machine: Machine,
  env: Environment = machineEnvironment(machine),
): Promise<Finding> {
  const { settingsFile } = machine;
  const fix = `Correct them in ${settingsFile}, and restart the shop. src/settings.md explains each.`;
  const faults = faultsOf(machine, env);
  if (faults.length > 0) return fault(`${faults.join('. ')}.`, fix);
  const file = await stat(settingsFile).catch(() => null);
  if (file && (file.mode & 0o077) !== 0)
    return fault(
      `Others can read ${settingsFile}.`,
      `chmod 600 ${settingsFile}: it has the keys of the shop.`,
    );
  return well('All programs accept them.');
}
