import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lookAtOwners } from './owners.ts';

const ME = userInfo().username;
/** A user of every Linux that owns no file of these tests. */
const OTHER = 'nobody';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'turare-owners-'));
  onTestFinished(() => rm(path, { recursive: true }));
  await mkdir(join(path, '1.0.0/.astro'), { recursive: true });
  await writeFile(join(path, '1.0.0/.astro/types'), '');
  return path;
}

test('a file of somebody else is named, with the command that gives it back', async () => {
  const path = await folder();
  expect(await lookAtOwners([{ path, user: ME }])).toMatchObject({ state: 'well' });
  expect(await lookAtOwners([{ path, user: OTHER }])).toEqual({
    state: 'fault',
    says: `${path} belongs to ${ME}, and not to ${OTHER}.`,
    fix: `find ${path} '!' -user ${OTHER} -exec chown -h ${OTHER} {} +`,
  });
});

test('what a build writes among the programs is not looked at, and the command passes over it, too', async () => {
  const path = join(await folder(), '1.0.0/.astro');
  const but = [`${path}/types`];
  const { fix = '' } = await lookAtOwners([{ path, user: OTHER, but }]);
  const listed = fix.replace(/-exec.*/, '-print');
  expect(execFileSync('sh', ['-c', listed], { encoding: 'utf8' })).toBe(`${path}\n`);
  expect(await lookAtOwners([{ path, user: OTHER, but: [path] }])).toMatchObject({ state: 'well' });
});

test('a folder that is not there belongs to nobody', async () => {
  expect(await lookAtOwners([{ path: '/not/there', user: ME }])).toMatchObject({ state: 'well' });
});
