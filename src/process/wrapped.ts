/** Returns the lines of a text with a maximum width. */
export const wrapped = (text: string, width: number): string[] =>
  text
    .replace(new RegExp(`(.{1,${width}})( +|$)`, 'gm'), '$1\n')
    .trimEnd()
    .split('\n');
