import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { vi } from 'vitest';
import { collect } from '#backend/db/cluster/cluster-server.ts';
import { BUBBLEWRAP, pathOf } from '#scripts/test/debian-programs.ts';
import { end, hasEnded } from '../failover/processes.ts';
import type { Image } from './image.ts';

type Settings = Readonly<Record<string, string>>;

/** A running container. */
export interface Container {
  /** The address where it answers HTTP. */
  url: string;
  /** Returns its output. */
  said(): string;
  /** Waits until /up answers 200. */
  up(): Promise<void>;
  /** Runs a command in it, as `docker exec` does. Returns its output. @throws Error with it, when the command fails. */
  exec(...command: string[]): Promise<string>;
  /** Begins such a command. */
  begin(...command: string[]): Promise<Begun>;
  /** Stops it as `docker stop` does. Returns the exit code. */
  stop(): Promise<number | null>;
  /** Ends all of its processes at once, as `docker kill` does. */
  kill(): Promise<void>;
}

/** A running command. */
export interface Begun {
  said(): string;
  /** Ends it at once, with all of its processes if it has a container of its own. */
  kill(): Promise<void>;
}

/**
 * Starts a container with bubblewrap: only /storage is writable, the user has no rights, and the processes are
 * separate. Its network is this machine's, so the settings name its ports.
 */
export function start(image: Image, storage: string, settings: Settings): Container {
  const { child, output } = launch(image, storage, settings, image.command);
  const url = `http://127.0.0.1:${settings.HTTP_PORT}`;
  return {
    url,
    said: output,
    up: () =>
      vi.waitFor(
        async () => {
          if (hasEnded(child)) return;
          const { ok } = await fetch(`${url}/up`);
          if (!ok) throw new Error(`It is not up: ${output()}`);
        },
        { interval: 50 },
      ),
    exec: async (...command) => outcome(command, await enter(await first(child), command)),
    async begin(...command) {
      const entered = await enter(await first(child), command);
      return {
        said: entered.output,
        async kill() {
          const ended = once(entered.child, 'exit');
          process.kill(await first(entered.child), 'SIGKILL');
          await ended;
        },
      };
    },
    async stop() {
      const ended = once(child, 'exit');
      process.kill(await first(child), 'SIGTERM');
      return (await ended)[0] as number | null;
    },
    kill: () => end(child, 'SIGKILL'),
  };
}

/** Runs a command in a new container, as `docker run --rm` does. Returns its output. */
export const runOnce = (
  image: Image,
  storage: string,
  settings: Settings,
  ...command: string[]
): Promise<string> => outcome(command, launch(image, storage, settings, command));

/** Begins a command in a new container. */
export function beginOnce(
  image: Image,
  storage: string,
  settings: Settings,
  ...command: string[]
): Begun {
  const { child, output } = launch(image, storage, settings, command);
  return { said: output, kill: () => end(child, 'SIGKILL') };
}

interface Started {
  child: ChildProcess;
  output: () => string;
}

function launch(
  image: Image,
  storage: string,
  settings: Settings,
  command: readonly string[],
): Started {
  const env = Object.entries({ ...image.env, HOME: '/home/turare', ...settings });
  return started(pathOf(BUBBLEWRAP), [
    ...['--clearenv', ...env.flatMap(([name, value]) => ['--setenv', name, value])],
    ...['--ro-bind', image.folder, '/', '--bind', storage, '/storage'],
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...['--unshare-user', '--uid', '1000', '--gid', '1000', '--unshare-pid', '--unshare-ipc'],
    ...['--as-pid-1', '--die-with-parent', '--chdir', '/srv/turare', ...command],
  ]);
}

/** Returns the first process of a container, whose parent is bubblewrap. */
async function first({ pid }: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

/** Starts a command beside the first process, with its settings. */
async function enter(target: number, command: readonly string[]): Promise<Started> {
  const settings = (await readFile(`/proc/${target}/environ`, 'utf8')).split('\0');
  return started('nsenter', [
    ...['--target', String(target), '--user', '--mount', '--pid', '--ipc'],
    ...['--preserve-credentials', '--wdns=/srv/turare'],
    ...['env', '--ignore-environment', ...settings.filter(Boolean), ...command],
  ]);
}

function started(program: string, args: readonly string[]): Started {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, output: collect(child) };
}

async function outcome(command: readonly string[], { child, output }: Started): Promise<string> {
  const [code] = await once(child, 'close');
  if (code === 0) return output();
  throw new Error(`In the container, ${command.join(' ')} ended with ${code}:\n${output()}`);
}
