import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const HERE = new URL('../', import.meta.url).href;

/**
 * Lets this process import the .tsx files of the back office. Node strips types but does not support JSX. Vite's compiler,
 * which the site's build has anyway, takes about 3 ms for a file, once.
 */
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith(HERE) || !url.endsWith('.tsx')) return nextLoad(url, context);
    const path = fileURLToPath(url);
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
      jsx: { runtime: 'automatic', importSource: 'hono/jsx' },
    });
    if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
