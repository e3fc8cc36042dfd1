import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type InstalledMachine, machineEnvironment } from '#machine/place.ts';
import { foldersOf, liveRelease } from '#publisher/release/folders.ts';
import { expectRunning, UnitFault, within } from './readiness.ts';
import { runOfVersion } from './releases.ts';
import { reloadNginx, restart, stop } from './systemd.ts';

const UNIT = 'turare-publisher';
/** The time that the new programs have to render the site again (ms). 50,000 products take four minutes on two cores. */
const BUILD_MS = 20 * 60_000;
/** The time that nginx has to read the rules of the release that has gone live (ms). */
const RULES_MS = 30_000;
/** Number of looks at a page, and the time between two (ms): the release may change just then. Shoppers wait. */
const LOOKS = 3;
const BETWEEN_MS = 500;
/** Two pages with their files in a release. */
const PAGES = [
  ['/', 'index.html'],
  ['/products', 'products.html'],
] as const;

const foldersOfSite = (machine: InstalledMachine) => {
  const { PUBLISH_DIR, DATA_DIR = machine.dataDir } = machineEnvironment(machine);
  return foldersOf(PUBLISH_DIR || join(DATA_DIR, 'site'));
};

/** The site's release that shoppers see; null before the first one. */
export const liveSite = async (machine: InstalledMachine): Promise<string | null> =>
  (await liveRelease(foldersOfSite(machine))) ?? null;

/** The fields of `publisher status --json` that are used here. `outdated` is null while the API does not answer. */
interface SiteStatus {
  outdated: boolean | null;
  /** The merchant shows an earlier release, and nothing is published until she says so. */
  heldSince: string | null;
  publications: { at: string; outcome: string; reason?: string }[];
}

/**
 * Restarts the publisher with the programs of a version, and waits until the live release is theirs and nginx serves it.
 * @throws UnitFault when a build fails, or when a page is not what the publisher made.
 */
export async function restartSite(machine: InstalledMachine, version: string): Promise<void> {
  const began = new Date().toISOString();
  await restart(UNIT);
  await within(BUILD_MS, async () => {
    await expectRunning(UNIT);
    const status = JSON.parse(
      await runOfVersion(machine, version, ['publisher', 'status', '--json']),
    ) as SiteStatus;
    const failed = status.publications.find(
      ({ at, outcome }) => at > began && outcome === 'failed',
    );
    if (failed) throw new UnitFault(UNIT, `The site cannot be built: ${failed.reason ?? ''}`);
    return status.outdated === false || status.heldSince !== null;
  });
  await expectServed(machine);
}

/** @throws UnitFault unless nginx serves the pages of the live release, byte for byte. */
async function expectServed(machine: InstalledMachine): Promise<void> {
  const { SITE_URL = '' } = machineEnvironment(machine);
  const hasRead = await reloadNginx().catch((cause: Error) => {
    throw new UnitFault('nginx', `nginx refuses the rules of the site: ${cause.message}`);
  });
  await within(RULES_MS, hasRead);
  // A shop without products has no site yet.
  if ((await liveSite(machine)) === null) return;
  for (const [page, name] of PAGES) {
    const url = new URL(page, SITE_URL);
    const file = join(foldersOfSite(machine).live, name);
    let why = await whyWrong(url, file);
    for (let look = 1; why && look < LOOKS; look++) {
      await pause(BETWEEN_MS);
      why = await whyWrong(url, file);
    }
    if (why) throw new UnitFault('nginx', `The page ${page} is not what it should be: ${why}`);
  }
}

/** Returns what is wrong with a page as nginx serves it on this machine. Empty if nothing is. */
async function whyWrong(url: URL, file: string): Promise<string> {
  try {
    const { status, body } = await ask(url);
    if (status !== 200) return `it answers ${status}.`;
    return body.equals(await readFile(file)) ? '' : `its bytes are not those of ${file}.`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Asks nginx here, whatever DNS says: the certificate is the affair of who asks from outside. */
function ask(url: URL): Promise<{ status: number; body: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>();
  const asked = request(
    {
      host: '127.0.0.1',
      port: url.port || 443,
      path: url.pathname,
      servername: url.hostname,
      headers: { host: url.host, 'accept-encoding': 'identity' },
      rejectUnauthorized: false,
      timeout: 10_000,
    },
    async (response) => {
      try {
        resolve({ status: response.statusCode ?? 0, body: await buffer(response) });
      } catch (error) {
        reject(error);
      }
    },
  );
  asked.on('timeout', () => asked.destroy(new Error('nginx does not answer within 10 s.')));
  asked.on('error', reject);
  asked.end();
  return promise;
}

/** Shows an earlier release of the site, and stops the publisher: it would publish another one. It needs no API. */
export async function showSite(
  machine: InstalledMachine,
  version: string,
  site: string,
): Promise<void> {
  await stop(UNIT);
  await runOfVersion(machine, version, ['publisher', 'rollback', String(Number(site))]);
  await reloadNginx();
}

/** Lets the publisher publish again after `showSite`. */
export const resumeSite = (machine: InstalledMachine, version: string): Promise<string> =>
  runOfVersion(machine, version, ['publisher', 'resume']);
