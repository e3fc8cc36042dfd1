import { constants, copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const KEPT = new URL('./renditions/', import.meta.url);

/**
 * Copies the site's own renditions into Astro's cache. They are stored beside the originals, because making them takes
 * a build half a minute. Their names hash original and settings, so a changed picture is rendered again.
 */
export function keptRenditions(): AstroIntegration {
  return {
    name: 'turare-kept-renditions',
    hooks: {
      'astro:config:done': async ({ config }) => {
        const cache = new URL('assets/', config.cacheDir);
        await mkdir(cache, { recursive: true });
        const there = new Set(await readdir(cache));
        const missing = (await readdir(KEPT)).filter((name) => !there.has(name));
        for (const name of missing) {
          // Another build may be reading the cache, so a file appears there only when it is complete.
          const draft = fileURLToPath(new URL(`${name}.${process.pid}.part`, cache));
          await copyFile(new URL(name, KEPT), draft, constants.COPYFILE_FICLONE);
          await rename(draft, fileURLToPath(new URL(name, cache)));
        }
      },
    },
  };
}
