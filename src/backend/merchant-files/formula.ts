/** The start of a cell that a spreadsheet runs as a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/**
 * Matches text that Excel and LibreOffice change when they open a file. They turn '12E45' into 1.2E+46, '0803' into 803,
 * and the end of a number with more than 15 digits into zeros. '3-4', '5JAN4' and '9:30' become times. Amounts and days
 * such as 2026-11-21 are meant as values, and do not match.
 */
const CHANGED = new RegExp(
  [
    '\\d+(?:[.,]\\d+)?e[+-]?\\d+',
    '0[\\d ]*\\d',
    '\\d{16,}',
    '(?!\\d{4}-\\d\\d-\\d\\d$)\\d{1,4}[-/]\\d{1,2}(?:[-/]\\d{1,4})?',
    `\\d{1,4}[ /-]?${MONTH}[ /-]?\\d{0,4}`,
    `${MONTH}[ /-]?\\d{1,4}`,
    '\\d{1,2}:\\d\\d(?::\\d\\d)?',
  ]
    .map((one) => `^(?:${one})$`)
    .join('|'),
  'i',
);

/** Whether a cell needs a mark. Apostrophes that a text already has are kept apart from the mark. */
function isAtRisk(text: string): boolean {
  const bare = text.replace(/^'+/, '');
  return FORMULA.test(bare) || CHANGED.test(bare);
}

/** Puts an apostrophe before a text that a spreadsheet would run as a formula or change. */
export const markFormula = (text: string): string => (isAtRisk(text) ? `'${text}` : text);

/** Reverses `markFormula`. A formula that a person typed without the apostrophe stays as it is. */
export const unmarkFormula = (cell: string): string =>
  cell.startsWith("'") && isAtRisk(cell) ? cell.slice(1) : cell;
