/**
 * The start of a cell that a spreadsheet runs as a formula (OWASP, CSV Injection). Includes such a start after an
 * apostrophe, so that a text with an apostrophe of its own differs from one that was marked.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const MARKED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export const markFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Reverses `markFormula`. A formula that a person typed without the apostrophe stays as it is. */
export const unmarkFormula = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);
