import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const MODULE = 'virtual:service-workers';
const SOURCES = { keeping: ['guard', 'main'], ending: ['ending'] } as const;

/**
 * Bundles the service workers into classic scripts, and gives their texts to pages/sw.js.ts as virtual:service-workers.
 * They are not part of the site's own bundle. A browser compares /sw.js byte for byte, so it names no hashed file and
 * changes only with the worker's sources.
 */
export function serviceWorkers(): Plugin {
  return {
    name: 'turare-service-workers',
    resolveId: (id) => (id === MODULE ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const texts = Object.entries(SOURCES).map(async ([name, files]) => {
        const scripts = await Promise.all(files.map(bundle));
        return `export const ${name} = ${JSON.stringify(scripts.join(''))};`;
      });
      return (await Promise.all(texts)).join('\n');
    },
  };
}

/** Bundles a service worker, given the name of its source in worker/. */
export async function bundle(name: string): Promise<string> {
  const entry = fileURLToPath(new URL(`./worker/${name}.ts`, import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'worker', fileName: name },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`The service worker ${name} could not be bundled`);
  return chunk.code;
}
