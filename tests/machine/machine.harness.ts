import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { collect } from '#backend/db/cluster/cluster-server.ts';
import { freePorts } from '#scripts/test/ports.ts';
import { end, hasEnded } from '../failover/processes.ts';
import { base, MACHINES } from './base.ts';
import { startMachine } from './kinds.ts';

/** A Debian 12 with systemd, as new. Root works in it. */
export interface Machine extends AsyncDisposable {
  /** Runs a command of a shell; answers its output. @throws Error with what it said, when it fails. */
  run(command: string, options?: { input?: string | Buffer }): Promise<string>;
  /** Copies what is in a folder into a folder of the machine. */
  copyIn(folder: string, path: string): Promise<void>;
  /** The port of 127.0.0.1 here that leads to one there. */
  port(guestPort: number): number;
  close(): Promise<void>;
}

const SSH = 22;
/** The ports that lead into the machine, unless a test names others. */
const PORTS = [80, 443];

/**
 * Boots one. `host` is this machine as seen from there: 10.0.2.2, which leads to 127.0.0.1 here.
 * @param options.ports - which of its ports can be reached.
 */
export async function openMachine({ ports = PORTS } = {}): Promise<Machine> {
  const debian = await base();
  const folder = await mkdtemp(join(MACHINES, 'run-'));
  const key = join(folder, 'key');
  await promisify(execFile)('ssh-keygen', ['-t', 'ed25519', '-N', '', '-C', '', '-f', key]);
  const guestPorts = [SSH, ...ports];
  const first = await freePorts(guestPorts.length);
  const forwards = new Map(guestPorts.map((port, at) => [port, first + at]));
  const port = (guestPort: number) => {
    const here = forwards.get(guestPort);
    if (here === undefined) throw new Error(`Port ${guestPort} of the machine is not forwarded.`);
    return here;
  };
  const { child, clear } = await startMachine({
    base: debian,
    folder,
    publicKey: `${key}.pub`,
    ports: forwards,
  });
  const output = collect(child);
  const ssh = (...command: string[]) =>
    spawn(
      'ssh',
      [
        ...['-i', key, '-p', String(port(SSH)), '-o', 'IdentitiesOnly=yes', '-o', 'LogLevel=ERROR'],
        ...['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'],
        ...['-o', 'ConnectTimeout=5', '-o', 'ServerAliveInterval=15', 'root@127.0.0.1'],
        ...command,
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
  const machine: Machine = {
    async run(command, { input = '' } = {}) {
      const child = ssh(command);
      child.stdin.on('error', () => {});
      child.stdin.end(input);
      const [out, err, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      if (code === 0) return out;
      throw new Error(`In the machine, ${command} ended with ${code}:\n${out}${err}`);
    },
    async copyIn(from, path) {
      const pack = spawn('tar', ['-c', '-C', from, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
      const unpack = ssh(`mkdir -p '${path}' && tar -x --no-same-owner -C '${path}'`);
      pack.stdout.pipe(unpack.stdin);
      const [[packed], [unpacked]] = await Promise.all([
        once(pack, 'close'),
        once(unpack, 'close'),
      ]);
      if (packed !== 0 || unpacked !== 0)
        throw new Error(`${from} could not be copied to ${path}.`);
    },
    port,
    async close() {
      process.off('exit', kill);
      await end(child, 'SIGKILL');
      clear();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    [Symbol.asyncDispose]: () => machine.close(),
  };
  const kill = () => {
    child.kill('SIGKILL');
    clear();
  };
  process.once('exit', kill);
  try {
    await vi.waitFor(
      async () => {
        if (!hasEnded(child)) await machine.run('systemctl is-system-running --wait || true');
      },
      { interval: 500 },
    );
    if (hasEnded(child)) throw new Error('It ended.');
  } catch (error) {
    await machine.close();
    throw new Error(`The machine did not boot: ${output()}`, { cause: error });
  }
  return machine;
}
