import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';

/** A page that contains a constant text, so that only Astro's own cost is measured. */
const PAGE = `---
import { body } from '../body.ts';
export function getStaticPaths() {
  return Array.from({ length: Number(process.env.PAGES) }, (_, id) => ({ params: { id: String(id) } }));
}
---
<Fragment set:html={body} /><p>{Astro.params.id}</p>
`;

/**
 * Returns the seconds that Astro takes to write this many pages with this content, without integrations, data or
 * styles. The time includes the whole process, as for our builds.
 */
export async function bareAstro(pages: number, content: string): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'turare-bare-'));
  try {
    await mkdir(join(root, 'src/pages'), { recursive: true });
    await symlink(resolve('node_modules'), join(root, 'node_modules'));
    await writeFile(join(root, 'src/body.ts'), `export const body = ${JSON.stringify(content)};\n`);
    await writeFile(join(root, 'src/pages/[id].astro'), PAGE);
    await writeFile(join(root, 'package.json'), '{"type":"module"}');
    const began = performance.now();
    const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env.PATH, PAGES: String(pages), ASTRO_TELEMETRY_DISABLED: '1' },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The bare build ended with ${code}`);
    return (performance.now() - began) / 1000;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
