import { once } from 'node:events';
import { appendFile, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { version } from '#machine/checks/version.ts';
import type { InstalledMachine } from '#machine/place.ts';
import { archiveName, CHECKSUMS, SIGNATURE, SYSTEM } from '#machine/release/names.ts';
import { newKeys } from '#machine/release/signature.ts';
import { readAddress } from './address.ts';
import { KEYS, newMachine, newRelease, signFolder } from './release.harness.ts';
import { openSource } from './source.ts';
import { readOffer, takeArchive } from './take.ts';
import { update } from './update.ts';

const quiet = { back: false, pre: false, say: () => {} };

/** Returns what an update left: the versions, and anything else in the machine's folders. */
async function left({ root, releases }: InstalledMachine) {
  return [...(await readdir(releases)), ...(await readdir(root))].sort();
}
const UNTOUCHED = ['1.0.0', 'current', 'releases'];

async function expectRefused(folder: string, sentence: RegExp, machine?: InstalledMachine) {
  const on = machine ?? (await newMachine());
  await expect(update(on, folder, quiet)).rejects.toThrow(sentence);
  expect(await left(on)).toEqual(UNTOUCHED);
}

it('takes a signed release of a folder, the newest for this system', async () => {
  const machine = await newMachine();
  const folder = await newRelease('1.9.0');
  const later = await newRelease('1.10.0');
  await cp(join(later, archiveName('1.10.0')), join(folder, archiveName('1.10.0')));
  await cp(join(later, archiveName('1.10.0')), join(folder, archiveName('2.0.0', 'win32-x64')));
  await signFolder(folder);
  const source = openSource(folder);
  const offer = await readOffer(source, machine.releaseKey);
  expect(offer.version).toBe('1.10.0');
  const file = await takeArchive(source, offer, machine.releases);
  expect(await readFile(file)).toEqual(await readFile(join(folder, archiveName('1.10.0'))));
});

it('keeps the address of a signed release, and takes the next one from there', async () => {
  const machine = await newMachine();
  await expect(update(machine, '', quiet)).rejects.toThrow(/^Name the folder or the address/);
  const folder = await newRelease('1.0.0');
  const server = createServer(async (request, response) =>
    response.end(await readFile(join(folder, request.url ?? '')).catch(() => '')),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await update(machine, address, quiet)).toBe(0);
  expect(await readAddress(machine)).toBe(address);
  const look = () =>
    version.look({ machine, env: {}, settings: {} as never, database: () => Promise.reject() });
  expect(await look()).toEqual({ state: 'well', says: '1.0.0 is the newest.' });
  const next = await newRelease('1.1.0');
  await cp(next, folder, { recursive: true });
  expect(await look()).toMatchObject({
    state: 'note',
    says: 'Version 1.1.0 is available, and this is 1.0.0.',
  });
  const said: string[] = [];
  await expect(update(machine, '', { ...quiet, say: (line) => said.push(line) })).rejects.toThrow(
    'CHANGELOG.md',
  );
  expect(said[0]).toBe(`Taking version 1.1.0 from ${address}.`);
  // An address whose signature is wrong is not kept.
  await writeFile(join(folder, SIGNATURE), 'wrong');
  expect(await look()).toMatchObject({ state: 'note', says: expect.stringMatching(/not signed/) });
  await writeFile(machine.updateAddress, '');
  await expect(update(machine, address, quiet)).rejects.toThrow(/not signed/);
  expect(await readAddress(machine)).toBeNull();
});

it('takes a version before its release only where one is installed, or with the option', async () => {
  const folder = await newRelease('1.1.0-rc.1');
  await expectRefused(folder, /has only 1\.1\.0-rc\.1, a version before its release\. Option pre/);
  const { releaseKey } = await newMachine();
  expect((await readOffer(openSource(folder), releaseKey, true)).version).toBe('1.1.0-rc.1');
  // The release has no list of changes, so the update ends there. It has chosen by then.
  const said: string[] = [];
  const on = await newMachine('1.1.0-rc.0');
  await expect(update(on, folder, { ...quiet, say: (line) => said.push(line) })).rejects.toThrow(
    'CHANGELOG.md',
  );
  expect(said[0]).toMatch(/^Taking version 1\.1\.0-rc\.1 from /);
  // A release is taken before a later version that comes before its own.
  const both = await newRelease('1.1.0');
  const next = archiveName('1.2.0-rc.1');
  await cp(join(await newRelease('1.2.0-rc.1'), next), join(both, next));
  await signFolder(both);
  expect((await readOffer(openSource(both), releaseKey)).version).toBe('1.1.0');
});

it('takes a release of an address', async () => {
  const machine = await newMachine();
  const folder = await newRelease('1.1.0');
  const server = createServer(async (request, response) => {
    const name = request.url?.replace('/downloads/', '') ?? '';
    const bytes = await readFile(join(folder, name)).catch(() => null);
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const source = openSource(`http://127.0.0.1:${port}/downloads`);
  const offer = await readOffer(source, machine.releaseKey);
  const file = await takeArchive(source, offer, machine.releases);
  expect(await readFile(file)).toEqual(await readFile(join(folder, archiveName('1.1.0'))));
  await rm(join(folder, SIGNATURE));
  const { cause } = (await readOffer(source, machine.releaseKey).catch((error) => error)) as Error;
  expect(String(cause)).toContain('404');
});

it.each(['http://example.com/turare', 'ftp://example.com', 'http://127.0.0.1.example.com'])(
  'refuses %s, whose answers others could change under way',
  async (address) => {
    await expect(update(await newMachine(), address, quiet)).rejects.toThrow(
      'not an https address',
    );
  },
);

it('refuses a release that another key has signed', async () => {
  const folder = await newRelease('1.1.0', { privateKey: newKeys().privateKey });
  await expectRefused(folder, /are not signed by the key in .*release-key\.pem\. Nothing was/);
});

it('refuses a release without a signature, or with an unreadable one', async () => {
  const folder = await newRelease('1.1.0');
  await writeFile(join(folder, SIGNATURE), 'no signature');
  await expectRefused(folder, /are not signed by the key/);
  await rm(join(folder, SIGNATURE));
  await expectRefused(folder, /has no file SHA256SUMS\.sig/);
});

it('refuses checksums that were changed after they were signed', async () => {
  const folder = await newRelease('1.1.0');
  await appendFile(join(folder, CHECKSUMS), `${'0'.repeat(64)}  ${archiveName('9.0.0')}\n`);
  await expectRefused(folder, /are not signed by the key/);
});

it('refuses an archive that is damaged, exchanged or cut off', async () => {
  const folder = await newRelease('1.1.0');
  const archive = join(folder, archiveName('1.1.0'));
  const whole = await readFile(archive);
  await writeFile(archive, whole.with(100, (whole[100] ?? 0) ^ 1));
  await expectRefused(folder, /does not match its checksum/);
  await writeFile(archive, whole.subarray(0, -10));
  await expectRefused(folder, /does not match its checksum/);
  // The whole release of another version that is signed, too, under this one's name.
  const other = await newRelease('1.0.9');
  await cp(join(other, archiveName('1.0.9')), archive);
  await expectRefused(folder, /does not match its checksum/);
});

it('refuses a signed archive whose programs are of another version, or do not run here', async () => {
  await expectRefused(
    await newRelease('1.1.0', { written: '1.2.0' }),
    /^The archive of version 1\.1\.0 has version 1\.2\.0\.$/,
  );
  await expectRefused(
    await newRelease('1.1.0', { node: '/bin/false' }),
    /^The programs of version 1\.1\.0 do not run on this machine\.$/,
  );
});

it('refuses an older version, and does nothing for the one that is installed', async () => {
  await expectRefused(await newRelease('0.9.9'), /older than the installed 1\.0\.0/);
  const machine = await newMachine();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  expect(await update(machine, await newRelease('1.0.0'), { ...quiet, say })).toBe(0);
  expect(said).toEqual(['Version 1.0.0 is installed already.']);
  expect(await left(machine)).toEqual(UNTOUCHED);
});

it('refuses everything without the key of the releases, and releases for other systems', async () => {
  const machine = await newMachine();
  await rm(machine.releaseKey);
  await expectRefused(await newRelease('1.1.0'), /Without the public key/, machine);
  await writeFile(machine.releaseKey, KEYS.publicKey);
  const folder = await newRelease('1.1.0');
  await rename(join(folder, archiveName('1.1.0')), join(folder, archiveName('1.1.0', 'win32-x64')));
  await signFolder(folder);
  await expectRefused(folder, new RegExp(`no release for this system \\(${SYSTEM}\\)`), machine);
});
