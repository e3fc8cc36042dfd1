import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#process/root.ts';
import { nodePackage } from '#scripts/bootstrap/machine.mjs';
import { BUILDAH, DEBOOTSTRAP, pathOf } from '#scripts/test/debian-programs.ts';

/** The folder of layers between runs. Buildah cannot keep them in memory. */
const IMAGES = '/tmp/turare-images';
const SUITE = 'bookworm';
/** Files that the public images of Debian also leave out. */
const LEFT_OUT = [
  ...['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/info'],
  ...['usr/share/lintian', 'usr/share/locale', 'usr/share/man'],
];

/** An image of the shop, built here, without an image registry. */
export interface Image extends AsyncDisposable {
  name: string;
  /** Its files, to be read and run. */
  folder: string;
  env: Record<string, string>;
  command: string[];
  user: string;
  /** Bytes of its files. */
  size: number;
}

const run = async (program: string, args: readonly string[]) =>
  (await promisify(execFile)(program, args, { maxBuffer: 1e8 })).stdout.trim();
const buildah = (...args: string[]) =>
  run(pathOf(BUILDAH), [
    ...['--root', join(IMAGES, 'store'), '--runroot', join(IMAGES, 'run')],
    ...args,
  ]);

/**
 * Builds the image of the last commit by its own Dockerfile.
 * @param change - changes the checkout first, to another version.
 */
export async function buildImage(
  name: string,
  change: (checkout: string) => Promise<void> = async () => {},
): Promise<Image> {
  await mkdir(IMAGES, { recursive: true });
  await ensureBase('debian-base', fillDebian);
  await ensureBase('node-base', fillNode, 'debian-base');
  const work = await mkdtemp(join(IMAGES, 'build-'));
  try {
    const checkout = join(work, 'checkout');
    await run('git', ['clone', '--quiet', root, checkout]);
    await change(checkout);
    const file = join(checkout, 'src/server/deployment/Dockerfile');
    await buildah(
      ...['build', '--isolation', 'chroot', '--layers', '--quiet', '--tag', name],
      ...['--build-arg', 'BASE=localhost/debian-base'],
      ...['--build-arg', 'NODE_BASE=localhost/node-base'],
      ...['--file', file, '--ignorefile', `${file}.dockerignore`, checkout],
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return open(name);
}

async function open(name: string): Promise<Image> {
  const described = JSON.parse(await buildah('inspect', '--type', 'image', name));
  const { Env, Cmd, User } = described.OCIv1.config as {
    Env: string[];
    Cmd: string[];
    User: string;
  };
  const container = await buildah('from', `localhost/${name}`);
  const folder = await buildah('mount', container);
  const size = Number((await run('du', ['-s', '--block-size=1', folder])).split('\t')[0]);
  return {
    name,
    folder,
    env: Object.fromEntries(Env.map((line) => line.split(/=(.*)/s).slice(0, 2))),
    command: Cmd,
    user: User,
    size,
    async [Symbol.asyncDispose]() {
      await buildah('umount', container);
      await buildah('rm', container);
    },
  };
}

/** Bytes of the image as a registry stores it. */
export async function compressedSize({ name }: Image): Promise<number> {
  const folder = await mkdtemp(join(IMAGES, 'pushed-'));
  try {
    await buildah('push', '--quiet', `localhost/${name}`, `dir:${folder}`);
    return Number((await run('du', ['-s', '--block-size=1', folder])).split('\t')[0]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a base image, unless it already exists. */
async function ensureBase(
  name: string,
  fill: (container: string) => Promise<void>,
  from = 'scratch',
): Promise<void> {
  const known = await buildah('images', '--quiet', `localhost/${name}`).catch(() => '');
  if (known !== '') return;
  console.log(`Making the image ${name} (once) …`);
  const container = await buildah('from', from === 'scratch' ? from : `localhost/${from}`);
  await fill(container);
  await buildah('commit', '--quiet', '--rm', container, name);
}

async function fillDebian(container: string): Promise<void> {
  const work = await mkdtemp(join(IMAGES, 'debian-'));
  try {
    const tree = join(work, 'tree');
    await run(pathOf(DEBOOTSTRAP), ['--variant=minbase', SUITE, tree]);
    for (const name of LEFT_OUT) {
      await rm(join(tree, name), { recursive: true, force: true });
      await mkdir(join(tree, name));
    }
    await buildah('copy', '--quiet', container, tree, '/');
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Installs the pinned Node, and the npm of this machine. */
async function fillNode(container: string): Promise<void> {
  const { platform, arch } = process;
  const node = nodePackage({ platform, arch, musl: false }) ?? '';
  // `npm root --global` would name a folder beside the pinned Node, which comes without npm.
  const npm = dirname(dirname(await realpath(await run('which', ['npm']))));
  await buildah(
    'copy',
    '--quiet',
    container,
    join(root, 'node_modules', node),
    '/usr/local/bin/node',
  );
  await buildah('copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm');
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'];
  await buildah('run', '--isolation', 'chroot', container, '--', ...link);
  // This machine's network may have its own certificate.
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  if (!trusted) return;
  const inside = '/usr/local/share/network.crt';
  await buildah('copy', '--quiet', container, trusted, inside);
  await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${inside}`, container);
}
