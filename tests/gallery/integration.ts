import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const PAGES = new URL('pages/', import.meta.url);

/** Adds the pages of single components to a build of the gallery. The shop's own configuration does not use it. */
export function galleryPages(): AstroIntegration {
  return {
    name: 'turare-gallery',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        for (const file of readdirSync(PAGES)) {
          injectRoute({
            pattern: `/gallery/${file.replace('.astro', '')}`,
            entrypoint: fileURLToPath(new URL(file, PAGES)),
          });
        }
      },
    },
  };
}
