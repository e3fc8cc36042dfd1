import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FACTS, factsOf, type ReleaseFacts } from './facts.ts';
import { type Folders, releaseName, releasesOf } from './folders.ts';
import { fillPool, goLive } from './swap.ts';

/** Keeps the live release, which already shows this catalogue, and updates its facts. */
export async function renew(
  folders: Folders,
  live: string,
  { version, shown, extensions, time, settings, shop, heavy }: Omit<ReleaseFacts, 'name'>,
): Promise<string> {
  const path = join(folders.states, live, FACTS);
  const facts = await factsOf(folders, live);
  await writeFile(
    `${path}.new`,
    JSON.stringify({ ...facts, version, shown, extensions, time, settings, shop, heavy }),
  );
  await rename(`${path}.new`, path);
  return live;
}

/** Makes a finished release live. @returns its name. */
export async function install(
  folders: Folders,
  made: { site: string; state: string; live: string | null },
  facts: Omit<ReleaseFacts, 'name'>,
): Promise<string> {
  const newest = (await releasesOf(folders)).at(-1);
  const name = releaseName(Number(newest ?? 0) + 1);
  await writeFile(join(made.state, FACTS), JSON.stringify({ ...facts, name }));
  await mkdir(folders.releases, { recursive: true });
  await mkdir(folders.states, { recursive: true });
  // The state is moved first, so that every release on disk has one.
  await rm(join(folders.states, name), { recursive: true, force: true });
  await rename(made.state, join(folders.states, name));
  await rename(made.site, join(folders.releases, name));
  await fillPool(folders, [...(made.live === null ? [] : [made.live]), name]);
  await goLive(folders, name);
  return name;
}
