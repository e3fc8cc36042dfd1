import { minifySync } from 'rolldown/utils';

/** A function's source, minified, for a script in the markup. The function may use nothing from outside. */
export const inlineSource = (code: (...given: never[]) => unknown) =>
  // Without the export it would be dropped as unused.
  minifySync('inline.js', `export default (${code})`, { module: true })
    .code.replace('export default', '')
    .replace(/;\s*$/, '');
