import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';

/** A whole shop as `npm start` runs it, and the folder with all its data. */
export interface Machine {
  url: string;
  /** Runs a merchant's command on this machine. @returns its output. */
  command(name: string, ...args: string[]): Promise<string>;
  /** Stops everything at once, like a power failure. */
  die(): Promise<void>;
}

const envOf = async (folder: string) => ({
  ...PLAIN_ENVIRONMENT,
  DATA_DIR: folder,
  PORT: String(await freePort()),
  SANDBOX_PORT: String(await freePort()),
});

/** Runs a merchant's command on a folder. @returns its output. @throws Error if it fails. */
export const runOn = async (folder: string, name: string, ...args: string[]): Promise<string> =>
  run(await envOf(folder), name, args);

async function run(settings: NodeJS.ProcessEnv, name: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, [`scripts/${name}/main.ts`, ...args], { env: settings });
  const [printed, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${printed}${said}`);
  return printed;
}

/** Starts it, and waits until it has its pages. It ends with the test. `more` are further settings. */
export async function startMachine(
  folder: string,
  more: Record<string, string> = {},
): Promise<Machine> {
  const settings = { ...(await envOf(folder)), ...more };
  const shop = spawn(process.execPath, ['scripts/start/main.ts'], {
    detached: true,
    env: settings,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(shop, 'exit');
  await new Promise<void>((ready, fail) => {
    exited.then(() => fail(new Error('The shop did not start')));
    createInterface({ input: shop.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) ready();
    });
  });
  const die = async () => {
    // PostgreSQL is also in the group.
    if (shop.exitCode === null && shop.signalCode === null)
      process.kill(-(shop.pid ?? 0), 'SIGKILL');
    await exited;
  };
  onTestFinished(die);
  return {
    url: `http://127.0.0.1:${settings.PORT}`,
    command: (name, ...args) => run(settings, name, args),
    die,
  };
}
