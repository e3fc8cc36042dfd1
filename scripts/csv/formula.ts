/**
 * Signs that make a spreadsheet take a cell for a formula (OWASP, CSV Injection). An apostrophe before one of them
 * counts too: without that, a text that has one of its own could not be told from one that we marked.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const MARKED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** A text as a cell that no spreadsheet runs: what looks like a formula gets an apostrophe before it. */
export const markFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text of a cell that `markFormula` wrote, for every text; what a person typed without a mark stays as it is. */
export const unmarkFormula = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);
