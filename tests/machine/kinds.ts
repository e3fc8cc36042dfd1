import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { NSPAWN, pathOf, QEMU, SLIRP } from '#scripts/test/debian-programs.ts';
import { kindOfMachine } from '#scripts/test/test-machine.ts';
import type { Base } from './base.ts';

const run = promisify(execFile);

/** The files and ports of a machine. */
export interface Start {
  base: Base;
  /** An empty folder for the files that it writes. */
  folder: string;
  /** The file with the public key that logs in as root. */
  publicKey: string;
  /** The ports of 127.0.0.1 here, by the machine's ports. */
  ports: ReadonlyMap<number, number>;
}

/** A started machine. */
export interface Started {
  /** It ends with this process. */
  child: ChildProcess;
  /** Removes what the process leaves behind. */
  clear(): void;
}

const MEMORY_MB = 3072;

/** A virtual machine with a kernel of its own. */
async function startVirtual({ base, folder, publicKey, ports }: Start): Promise<Started> {
  const disk = join(folder, 'disk.qcow2');
  await run('qemu-img', ['create', '-f', 'qcow2', '-F', 'raw', '-b', base.disk, disk]);
  const { stdout: key } = await run('base64', ['-w', '0', publicKey]);
  const forwards = [...ports].map(([there, here]) => `hostfwd=tcp:127.0.0.1:${here}-:${there}`);
  const processor =
    kindOfMachine() === 'processor'
      ? ['-accel', 'kvm', '-cpu', 'host']
      : ['-accel', 'tcg,thread=multi', '-cpu', 'max'];
  const child = startMortal(pathOf(QEMU), [
    ...[...processor, '-smp', '2', '-m', String(MEMORY_MB)],
    ...['-nographic', '-nodefaults', '-serial', 'stdio'],
    // A machine that is thrown away needs nothing on the disk.
    ...['-drive', `file=${disk},if=virtio,cache=unsafe,discard=unmap`],
    ...['-netdev', ['user,id=net,ipv6=off', ...forwards].join(',')],
    ...['-device', 'virtio-net-pci,netdev=net', '-device', 'virtio-rng-pci'],
    ...['-kernel', base.kernel, '-initrd', base.initrd],
    ...['-append', 'root=/dev/vda rw console=ttyS0 quiet'],
    ...['-smbios', `type=11,value=io.systemd.credential.binary:ssh.authorized_keys.root=${key}`],
  ]);
  return { child, clear: () => {} };
}

/** A container with systemd, its own network and the kernel of this machine. */
async function startContainer({ base, folder, publicKey, ports }: Start): Promise<Started> {
  const name = `turare-${basename(folder)}`;
  const tree = join(folder, 'tree');
  const above = join(folder, 'above');
  const work = join(folder, 'work');
  const socket = join(folder, 'network.sock');
  for (const each of [above, work, tree]) await mkdir(each);
  await run('mount', [
    ...['-t', 'overlay', 'overlay', '-o'],
    ...[`lowerdir=${base.tree},upperdir=${above},workdir=${work}`, tree],
  ]);
  await run('ip', ['netns', 'add', name]);
  const network = startMortal(pathOf(SLIRP), [
    '--configure',
    '--api-socket',
    socket,
    '--netns-type=path',
    `/run/netns/${name}`,
    'tap0',
  ]);
  const clear = () => {
    network.kill();
    spawnSync('ip', ['netns', 'del', name]);
    spawnSync('umount', ['--lazy', tree]);
  };
  try {
    for (const [there, here] of ports) {
      const forward = { proto: 'tcp', host_addr: '127.0.0.1', host_port: here, guest_port: there };
      await vi.waitFor(() => ask(socket, { execute: 'add_hostfwd', arguments: forward }));
    }
    await mkdir(join(tree, 'root/.ssh'), { mode: 0o700, recursive: true });
    await run('cp', [publicKey, join(tree, 'root/.ssh/authorized_keys')]);
    // A kill ends systemd-nspawn alone, and its systemd would go on for ever. In processes of its own all of it ends.
    const child = startMortal('unshare', [
      ...['--pid', '--fork', '--kill-child=KILL', '--mount-proc', pathOf(NSPAWN)],
      ...['--boot', '--register=no', '--keep-unit', '--resolv-conf=off', '--timezone=off'],
      ...[`--directory=${tree}`, '--machine=shop', `--network-namespace-path=/run/netns/${name}`],
    ]);
    return { child, clear };
  } catch (error) {
    clear();
    throw error;
  }
}

/** Starts a program that ends with this process, however that ends. */
const startMortal = (program: string, args: readonly string[]): ChildProcess =>
  spawn('setpriv', ['--pdeathsig', 'KILL', '--', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Asks slirp4netns for something. */
async function ask(socket: string, question: object): Promise<void> {
  const connection = connect(socket);
  connection.end(JSON.stringify(question));
  const answer = await text(connection);
  if (!answer.includes('return')) throw new Error(`slirp4netns answered ${answer}`);
}

export const startMachine = (start: Start): Promise<Started> =>
  kindOfMachine() === 'container' ? startContainer(start) : startVirtual(start);
