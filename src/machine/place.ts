import { join } from 'node:path';
import { containerSettings } from './container/environment.ts';
import { readSettingsFile } from './settings-file.ts';

/** Where a shop is on its machine. */
interface Places {
  /** The settings: lines of `KEY=VALUE`. In a container the file may be missing. */
  settingsFile: string;
  /** The default of DATA_DIR. */
  dataDir: string;
  /** Where changes in several steps have their journals. It is not on a disk of its own. */
  journals: string;
  /** The default of BACKUP_FOLDER. */
  backups: string;
  /** The folder of the programs that run. */
  programs: string;
  /** Where the processes of the product API answer on this machine. */
  apis: readonly string[];
}

/** A machine that scripts/install has set up: systemd runs the parts. */
export interface InstalledMachine extends Places {
  kind: 'installed';
  /** Has a folder for each installed version, and the symbolic link `current` to one of them. */
  root: string;
  /** A file that is there while the shop is removed. */
  removal: string;
  releases: string;
  current: string;
  /** The public key (PEM) that releases are signed with. There may be none. */
  releaseKey: string;
  /** The address that the last update by an address came from. */
  updateAddress: string;
  /** The settings of pgBackRest, which keeps the archive of the database. */
  archiveSettings: string;
  /** The units of systemd that have to run, in the order in which they start. */
  services: readonly string[];
  timers: readonly string[];
}

/** One container, with all that lasts under /storage. */
export interface Container extends Places {
  kind: 'container';
  storage: string;
}

export type Machine = InstalledMachine | Container;
type Environment = Readonly<Record<string, string | undefined>>;

/** The two processes of the product API, by their ports. */
export const API_PORTS = [4340, 4341] as const;

/** The API through nginx, for the publisher and for nobody outside. */
export const PUBLISHER_API = 'http://127.0.0.1:8080';

/** Where a process of the API answers Prometheus, as its unit has it. */
export const metricsOf = (port: number): string => `127.0.0.1:1${port}`;

/**
 * Where things are on this machine.
 * @param env - TURARE_CONTAINER=1 tells the container; TURARE_PREFIX is a folder that all paths are in, for tests.
 */
export function readMachine(env: Environment = process.env): Machine {
  const at = (path: string) => join(env.TURARE_PREFIX || '/', path);
  if (env.TURARE_CONTAINER === '1') {
    const settingsFile = at('storage/shop.env');
    const port = env.PORT || readSettingsFile(settingsFile).PORT || 4321;
    return {
      kind: 'container',
      storage: at('storage'),
      journals: at('storage'),
      settingsFile,
      dataDir: at('storage/data'),
      backups: at('storage/backups'),
      programs: at('srv/turare'),
      apis: [`http://127.0.0.1:${port}`],
    };
  }
  return {
    kind: 'installed',
    root: at('srv/turare'),
    journals: at('srv/turare'),
    removal: at('etc/turare/removal'),
    releases: at('srv/turare/releases'),
    current: at('srv/turare/current'),
    programs: at('srv/turare/current'),
    settingsFile: at('etc/turare/shop.env'),
    releaseKey: at('etc/turare/release-key.pem'),
    updateAddress: at('etc/turare/update-address'),
    archiveSettings: at('etc/turare/pgbackrest.conf'),
    dataDir: at('var/lib/turare'),
    backups: at('var/backups/turare'),
    apis: API_PORTS.map((port) => `http://127.0.0.1:${port}`),
    services: [...API_PORTS.map((port) => `turare-api@${port}`), 'turare-publisher'],
    timers: ['turare-backup.timer', 'turare-archive.timer'],
  };
}

/**
 * The environment that the shop's programs have on this machine. Of an installed one it is the settings file, as systemd
 * reads it; in a container what was given to `docker run` wins over the file.
 */
export function machineEnvironment(
  machine: Machine,
  env: Environment = process.env,
): Record<string, string | undefined> {
  const defaults = {
    SHOP_MODE: 'production',
    DATA_DIR: machine.dataDir,
    BACKUP_FOLDER: machine.backups,
  };
  const written = readSettingsFile(machine.settingsFile);
  const { PATH, HOME, TZ } = env;
  return machine.kind === 'container'
    ? containerSettings(machine, { ...defaults, ...written, ...env })
    : { PATH, HOME, TZ, API_URL: PUBLISHER_API, ...defaults, ...written };
}
