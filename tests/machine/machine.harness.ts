import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { collect } from '#backend/db/cluster/cluster-server.ts';
import { pathOf, QEMU } from '#scripts/test/debian-programs.ts';
import { freePorts } from '#scripts/test/ports.ts';
import { hasVirtualProcessor } from '#scripts/test/virtual-machine.ts';
import { end, hasEnded } from '../failover/processes.ts';
import { base, MACHINES } from './base.ts';

const runHere = promisify(execFile);

/** A Debian 12 with systemd in a virtual machine, as new. Root works in it. */
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
const MEMORY_MB = 3072;

/**
 * Boots one. `host` is this machine as seen from there: 10.0.2.2, which leads to 127.0.0.1 here.
 * @param options.ports - which of its ports can be reached.
 */
export async function openMachine({ ports = PORTS } = {}): Promise<Machine> {
  const { disk, kernel, initrd } = await base();
  const folder = await mkdtemp(join(MACHINES, 'run-'));
  const overlay = join(folder, 'disk.qcow2');
  const key = join(folder, 'key');
  await runHere('qemu-img', ['create', '-f', 'qcow2', '-F', 'raw', '-b', disk, overlay]);
  await runHere('ssh-keygen', ['-t', 'ed25519', '-N', '', '-C', '', '-f', key]);
  const publicKey = await readFile(`${key}.pub`, 'base64');
  const guestPorts = [SSH, ...ports];
  const first = await freePorts(guestPorts.length);
  const forwards = guestPorts.map((port, at) => `hostfwd=tcp:127.0.0.1:${first + at}-:${port}`);
  const port = (guestPort: number) => {
    const at = guestPorts.indexOf(guestPort);
    if (at < 0) throw new Error(`Port ${guestPort} of the machine is not forwarded.`);
    return first + at;
  };
  const virtual = spawn(
    pathOf(QEMU),
    [
      ...[...processor(), '-smp', '2', '-m', String(MEMORY_MB)],
      ...['-nographic', '-nodefaults', '-serial', 'stdio'],
      // A machine that is thrown away needs nothing on the disk.
      ...['-drive', `file=${overlay},if=virtio,cache=unsafe,discard=unmap`],
      ...['-netdev', ['user,id=net,ipv6=off', ...forwards].join(',')],
      ...['-device', 'virtio-net-pci,netdev=net', '-device', 'virtio-rng-pci'],
      ...['-kernel', kernel, '-initrd', initrd],
      ...['-append', 'root=/dev/vda rw console=ttyS0 quiet'],
      ...[
        '-smbios',
        `type=11,value=io.systemd.credential.binary:ssh.authorized_keys.root=${publicKey}`,
      ],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output = collect(virtual);
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
      await end(virtual, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
    [Symbol.asyncDispose]: () => machine.close(),
  };
  const kill = () => virtual.kill('SIGKILL');
  process.once('exit', kill);
  try {
    await vi.waitFor(
      async () => {
        if (!hasEnded(virtual)) await machine.run('systemctl is-system-running --wait || true');
      },
      { interval: 500 },
    );
    if (hasEnded(virtual)) throw new Error('QEMU ended.');
  } catch (error) {
    await machine.close();
    throw new Error(`The machine did not boot: ${output()}`, { cause: error });
  }
  return machine;
}

/** The machine's own processor, or one in software, which takes about eight times as long. */
const processor = () =>
  hasVirtualProcessor()
    ? ['-accel', 'kvm', '-cpu', 'host']
    : ['-accel', 'tcg,thread=multi', '-cpu', 'max'];
