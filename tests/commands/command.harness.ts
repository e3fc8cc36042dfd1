import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestShop } from '../shop.harness.ts';

/** Runs a merchant's command of scripts/ on the database of a test shop, and answers what it printed. */
export const runOn =
  (shop: TestShop, command: string, env: Record<string, string> = {}) =>
  (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
    promisify(execFile)(process.execPath, [`scripts/${command}/main.ts`, ...args], {
      env: { ...process.env, DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.dataDir, ...env },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
