import { createHash } from 'node:crypto';
import { minifySync } from 'rolldown/utils';

/** Returns a function's source, minified. */
const sourceOf = (code: (...given: never[]) => unknown) =>
  // Without the export it would be dropped as unused.
  minifySync('inline.js', `export default (${code})`, { module: true })
    .code.replace('export default', '')
    .replace(/;\s*$/, '');

const argument = (given: unknown) =>
  typeof given === 'function'
    ? sourceOf(given as () => unknown)
    : // A text with '</script>' would end the script.
      JSON.stringify(given).replaceAll('<', '\\u003c');

/**
 * Returns an inline script that runs before other scripts have loaded: it calls `code` with `given`. Only the source of
 * `code` goes into the page. So it may use nothing from outside except its arguments: JSON values, and functions of the
 * same kind.
 */
export const inlineCall = <Given extends unknown[]>(
  code: (...given: Given) => unknown,
  ...given: Given
): string => `${sourceOf(code)}(${given.map(argument)});`;

/** Returns the hash that allows an inline script or style in the page's content security policy. */
export function inlineHash(source: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
