import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { root } from '#process/root.ts';

const SOURCE = join(root, 'src/site/catalogue/rehearsal/rehearse.ts');

/** The pages' code, as far as it can run before the order comes (src/site/catalogue/rehearsal). */
type Rehearsal = typeof import('#site/catalogue/rehearsal/rehearse.ts');

/**
 * Has the rehearsal bundled with the pages, so that both are of the same modules.
 * @returns the plugin for Vite, and a function that loads what was bundled.
 */
export function rehearsalChunk(): { plugin: Plugin; load: () => Promise<Rehearsal> } {
  let chunk = '';
  let file: string | undefined;
  return {
    plugin: {
      name: 'turare-rehearsal',
      applyToEnvironment: ({ name }) => name === 'prerender',
      buildStart() {
        chunk = this.emitFile({ type: 'chunk', id: SOURCE, preserveSignature: 'strict' });
      },
      writeBundle({ dir = '' }) {
        file = join(dir, this.getFileName(chunk));
      },
    },
    async load() {
      if (file === undefined) throw new Error(`Astro bundled the pages without ${SOURCE}.`);
      return import(pathToFileURL(file).href);
    },
  };
}
