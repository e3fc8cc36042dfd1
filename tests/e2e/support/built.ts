import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './fixtures.ts';

/** Returns the built files of the shop under test with this ending, by name. */
export async function built(ending: string): Promise<[name: string, text: string][]> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'site/live/_assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  expect(names.length).toBeGreaterThan(5);
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [name, await readFile(join(folder, name), 'utf8')],
    ),
  );
}
