/**
 * Reads words such as `price=450000`: each name with its value, which may contain further = and line breaks.
 * @param noun - what a name is: 'column' or 'field'.
 * @throws Error with a sentence, without a full stop.
 */
export const readAssignments = (words: readonly string[], noun: string): [string, string][] =>
  words.map((word) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined && value !== undefined) return [name, value];
    throw new Error(`'${word}' sets nothing: write a ${noun}, = and a value`);
  });

/** Reads the cells of a row by column name, each set once. @throws Error with a sentence, without a full stop. */
export function readCells(words: readonly string[]): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [name, value] of readAssignments(words, 'column')) {
    if (Object.hasOwn(cells, name)) throw new Error(`set has ${name} twice`);
    cells[name] = value;
  }
  return cells;
}
