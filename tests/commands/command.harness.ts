import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';

/** The end of a command, and its output. */
export interface Printed {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program of scripts/ with these settings and no others. */
export const runCommand = (
  [command, ...args]: readonly [string, ...string[]],
  env: Record<string, string | undefined>,
): Promise<Printed> =>
  promisify(execFile)(process.execPath, [`scripts/${command}/main.ts`, ...args], {
    env: { ...PLAIN_ENVIRONMENT, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

/** Runs one of the merchant's commands on the database and the folder of a shop. */
export const runOn =
  (
    shop: { databaseUrl: string; dataDir: string },
    command: string,
    env: Record<string, string> = {},
  ) =>
  (...args: string[]): Promise<Printed> =>
    runCommand([command, ...args], {
      DATABASE_URL: shop.databaseUrl,
      DATA_DIR: shop.dataDir,
      ...env,
    });
