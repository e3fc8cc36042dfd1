import { existsSync } from 'node:fs';
import { aptCommand, installPackages, mayInstall } from './apt.ts';

/** The path of PgBouncer on Debian and Ubuntu. */
const PROGRAM = '/usr/sbin/pgbouncer';
const PACKAGE = 'pgbouncer';

/** PgBouncer for the tests, or null. */
export const findPgBouncer = (): string | null => (existsSync(PROGRAM) ? PROGRAM : null);

/** What to say where it is missing. */
export const noPgBouncer = () =>
  `Skipped, because there is no PgBouncer on this machine. Install it: ${aptCommand(PACKAGE)} (Debian).`;

/**
 * Ensures that there is a PgBouncer, which root and CI install. Otherwise its tests are skipped.
 * @throws Error in CI, where no test may be skipped.
 */
export function ensurePgBouncer(): void {
  if (findPgBouncer()) return;
  if (mayInstall()) {
    console.log('Installing PgBouncer for the tests (once) …');
    if (installPackages(PACKAGE) && findPgBouncer()) return;
  }
  if (process.env.CI) throw new Error(noPgBouncer());
}
