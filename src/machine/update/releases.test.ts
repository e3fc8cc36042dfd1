import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { archiveName } from '#machine/release/names.ts';
import { newMachine, newRelease } from './release.harness.ts';
import { currentVersion, folderOf, openWork, removeOld, switchTo, unpack } from './releases.ts';

it('unpacks into the folder of the version, over what was there under its name', async () => {
  const machine = await newMachine();
  const folder = folderOf(machine, '1.1.0');
  await mkdir(folder);
  await writeFile(join(folder, 'of-an-earlier-try'), '');
  // What an update left that was killed while it unpacked.
  await mkdir(join(machine.releases, '.update-killed/turare-1.1.0'), { recursive: true });
  const work = await openWork(machine);
  const archive = join(await newRelease('1.1.0'), archiveName('1.1.0'));
  await unpack(machine, archive, '1.1.0', work);
  expect((await readdir(folder)).sort()).toEqual(['.astro', 'node_modules', 'package.json']);
  expect(await readdir(machine.releases)).not.toContain('.update-killed');
  expect(await currentVersion(machine)).toBe('1.0.0');
  await switchTo(machine, '1.1.0');
  expect(await currentVersion(machine)).toBe('1.1.0');
  expect(JSON.parse(await readFile(join(machine.current, 'package.json'), 'utf8'))).toEqual({
    version: '1.1.0',
  });
});

it('keeps three versions: those of the update and the newest of the others', async () => {
  const machine = await newMachine('1.10.0');
  for (const version of ['1.8.0', '1.9.0', '1.9.1', '1.11.0', '1.2.0']) {
    await mkdir(folderOf(machine, version));
  }
  expect(await removeOld(machine, ['1.10.0', '1.11.0'])).toEqual(['1.9.0', '1.8.0', '1.2.0']);
  expect((await readdir(machine.releases)).sort()).toEqual(['1.10.0', '1.11.0', '1.9.1']);
});
