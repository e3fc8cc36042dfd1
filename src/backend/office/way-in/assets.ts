import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';
import { asset } from '#backend/office/frame/assets.ts';

const source = new URL('passkey.client.ts', import.meta.url);
const library = createRequire(import.meta.url).resolve('@simplewebauthn/browser');

/**
 * The one script of the back office: the library's build for browsers, unchanged, and the project's code with its types
 * removed. Nothing is bundled.
 */
export const PASSKEY_SCRIPT = asset(
  'passkey.js',
  'text/javascript; charset=utf-8',
  [
    readFileSync(join(dirname(library), '../dist/bundle/index.umd.min.js'), 'utf8'),
    ';(()=>{',
    transformSync(fileURLToPath(source), readFileSync(source, 'utf8')).code.replace(
      /^export \{\};?$/m,
      '',
    ),
    '})();',
  ].join('\n'),
);
