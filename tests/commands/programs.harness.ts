import { freePort } from '#backend/db/cluster/cluster.ts';
import { type Printed, runCommand } from './command.harness.ts';

type Words = [string, ...string[]];

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://shop.example',
  PAYSTACK_SECRET_KEY: 'sk_test_of_the_shop',
  TEST_PAYMENTS: 'yes',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MERCHANT_EMAIL: 'orders@shop.example',
};

/** One program of each kind, with its arguments. */
export const PROGRAMS: [name: string, words: Words, env?: Record<string, string>][] = [
  ['the API', ['api']],
  ['the API in production', ['api'], PRODUCTION],
  ['the whole shop', ['start']],
  ['a build', ['build']],
  ['the migrations', ['migrate']],
  ['a command that reads', ['orders', 'list']],
  ['a command that writes', ['media', 'unused']],
  ['a backup', ['backup', '/nowhere/backup.tar.gz']],
];

/** Runs a program on a free port. */
export async function runProgram(
  words: Words,
  env: Record<string, string | undefined>,
): Promise<Printed> {
  const port = String(await freePort());
  return runCommand(words, { API_PORT: port, PORT: port, ...env });
}
