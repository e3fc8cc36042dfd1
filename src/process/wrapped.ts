/** The lines of a text at most so wide. */
export const wrapped = (text: string, width: number): string[] =>
  text
    .replace(new RegExp(`(.{1,${width}})( +|$)`, 'gm'), '$1\n')
    .trimEnd()
    .split('\n');
