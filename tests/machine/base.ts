import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEBOOTSTRAP, pathOf } from '#scripts/test/debian-programs.ts';

const run = promisify(execFile);

/** Where bases stay between runs. A folder for temporary files may be in memory, which a base would fill. */
export const MACHINES = '/tmp/turare-vm';

const SUITE = 'bookworm';
/** The packages of a new small server. */
const INSTALLED = [
  ...['systemd-sysv', 'dbus', 'iproute2', 'openssh-server', 'linux-image-cloud-amd64'],
];
/** Packages in the cache of apt that are not installed, so that a run downloads only lists. */
const CACHED = [
  ...['ca-certificates', 'certbot', 'curl', 'gettext-base', 'nginx', 'openssl', 'pebble'],
  ...['pgbackrest', 'postgresql', 'xz-utils'],
];
const FILES = {
  'etc/hostname': 'shop\n',
  'etc/hosts': '127.0.0.1 localhost\n127.0.1.1 shop\n',
  'etc/fstab': '/dev/vda / ext4 errors=remount-ro 0 1\n',
  // The name server of QEMU's user network.
  'etc/resolv.conf': 'nameserver 10.0.2.3\n',
  'etc/systemd/network/10-ether.network': '[Match]\nType=ether\n[Network]\nDHCP=yes\n',
};
const DISK = '12G';

/** A Debian that was installed once, as files that are never changed. */
export interface Base {
  /** The raw image of its disk. */
  disk: string;
  kernel: string;
  initrd: string;
  /** The files of the disk. */
  tree: string;
}

/** Returns the base of the test machines. The first call on a machine makes it, in two minutes. */
export async function base(): Promise<Base> {
  const recipe = createHash('sha256').update(
    JSON.stringify([SUITE, INSTALLED, CACHED, FILES, DISK]),
  );
  const folder = join(MACHINES, `${SUITE}-${recipe.digest('hex').slice(0, 12)}`);
  if (!existsSync(folder)) await make(folder);
  return {
    disk: join(folder, 'disk.img'),
    kernel: join(folder, 'vmlinuz'),
    initrd: join(folder, 'initrd.img'),
    tree: join(folder, 'tree'),
  };
}

async function make(folder: string): Promise<void> {
  console.log(`Making the Debian of the test machines in ${folder} (once) …`);
  await mkdir(MACHINES, { recursive: true });
  const work = await mkdtemp(join(MACHINES, 'making-'));
  try {
    const tree = join(work, 'tree');
    await run(
      pathOf(DEBOOTSTRAP),
      ['--variant=minbase', `--include=${INSTALLED.join(',')}`, SUITE, tree],
      { maxBuffer: 1e8 },
    );
    const inTree = (...command: string[]) => run('chroot', [tree, ...command], { maxBuffer: 1e8 });
    await cp('/etc/resolv.conf', join(tree, 'etc/resolv.conf'));
    await inTree('apt-get', 'update');
    await inTree(
      ...['apt-get', 'install', '-y', '--download-only', '--no-install-recommends'],
      ...CACHED,
    );
    await inTree('systemctl', 'enable', 'systemd-networkd');
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(tree, name), text);
    const finished = join(work, 'finished');
    await mkdir(finished);
    for (const name of await readdir(join(tree, 'boot'))) {
      const plain = /^(vmlinuz|initrd\.img)-/.exec(name)?.[1];
      if (plain) await cp(join(tree, 'boot', name), join(finished, plain));
    }
    await run('mkfs.ext4', ['-q', '-d', tree, join(finished, 'disk.img'), DISK]);
    await rename(tree, join(finished, 'tree'));
    // Another run may have made the same meanwhile.
    await rename(finished, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
