/** A function's source without its indentation, for a script in the markup. */
export const inlineSource = (code: (...given: never[]) => unknown) =>
  String(code).replace(/\n\s+/g, '\n');
