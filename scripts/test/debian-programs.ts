import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptCommand, installPackages, mayInstall } from './apt.ts';

/** Programs that some tests need, from a package of Debian or Ubuntu. */
export interface Needed {
  name: string;
  package: string;
  /** Returns the path of the program, or of its folder; null if it is missing. */
  find(): string | null;
}

const at = (path: string) => () => (existsSync(path) ? path : null);

export const PGBOUNCER: Needed = {
  name: 'PgBouncer',
  package: 'pgbouncer',
  find: at('/usr/sbin/pgbouncer'),
};
export const HAPROXY: Needed = {
  name: 'HAProxy',
  package: 'haproxy',
  find: at('/usr/sbin/haproxy'),
};
/** The image's web server. */
export const CADDY: Needed = { name: 'Caddy', package: 'caddy', find: at('/usr/bin/caddy') };
/** A container with its own network, a virtual machine, and a Debian to boot in them. */
export const NSPAWN: Needed = {
  name: 'systemd-nspawn',
  package: 'systemd-container',
  find: at('/usr/bin/systemd-nspawn'),
};
export const SLIRP: Needed = {
  name: 'slirp4netns',
  package: 'slirp4netns',
  find: at('/usr/bin/slirp4netns'),
};
export const QEMU: Needed = {
  name: 'QEMU',
  package: 'qemu-system-x86',
  find: at('/usr/bin/qemu-system-x86_64'),
};
export const QEMU_IMG: Needed = {
  name: 'qemu-img',
  package: 'qemu-utils',
  find: at('/usr/bin/qemu-img'),
};
export const DEBOOTSTRAP: Needed = {
  name: 'debootstrap',
  package: 'debootstrap',
  find: at('/usr/sbin/debootstrap'),
};

/** Images without a daemon, and the program that runs their containers. */
export const BUILDAH: Needed = {
  name: 'Buildah',
  package: 'buildah',
  find: at('/usr/bin/buildah'),
};
export const BUBBLEWRAP: Needed = {
  name: 'bubblewrap',
  package: 'bubblewrap',
  find: at('/usr/bin/bwrap'),
};
/** An ACME server for tests. */
export const PEBBLE: Needed = { name: 'Pebble', package: 'pebble', find: at('/usr/bin/pebble') };

const VERSIONS = '/usr/lib/postgresql';

/** It includes pg_basebackup, which the npm package of PostgreSQL lacks. */
export const POSTGRESQL: Needed = {
  name: 'PostgreSQL',
  package: 'postgresql',
  find() {
    const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
    const folders = versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(VERSIONS, version, 'bin'));
    return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
  },
};

/** Returns the message about missing programs; null if all are there. */
export function whySkipped(...needed: readonly Needed[]): string | null {
  const missing = needed.filter(({ find }) => find() === null);
  if (missing.length === 0) return null;
  const names = missing.map(({ name }) => name).join(' and no ');
  return `Skipped, because there is no ${names} on this machine. Install it: ${aptCommand(...missing.map((one) => one.package))} (Debian).`;
}

/**
 * Ensures that the programs are there. Root and CI install them. Otherwise their tests are skipped.
 * @throws Error in CI, where no test may be skipped.
 */
export function ensure(...needed: readonly Needed[]): void {
  const missing = needed.filter(({ find }) => find() === null);
  if (missing.length > 0 && mayInstall()) {
    console.log(
      `Installing ${missing.map(({ name }) => name).join(' and ')} for the tests (once) …`,
    );
    installPackages(...missing.map((one) => one.package));
  }
  const why = whySkipped(...needed);
  if (why !== null && process.env.CI) throw new Error(why);
}

/** Returns the path of a required program. @throws Error with a sentence. */
export function pathOf(needed: Needed): string {
  const path = needed.find();
  if (path === null) throw new Error(whySkipped(needed) ?? '');
  return path;
}
