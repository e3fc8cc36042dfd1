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
  let file = '';
  return {
    plugin: {
      name: 'turare-rehearsal',
      applyToEnvironment: ({ name }) => name === 'prerender',
      buildStart() {
        this.emitFile({ type: 'chunk', id: SOURCE, preserveSignature: 'strict' });
      },
      writeBundle({ dir = '' }, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunk.facadeModuleId === SOURCE)
            file = join(dir, chunk.fileName);
        }
      },
    },
    load: () => import(pathToFileURL(file).href),
  };
}
