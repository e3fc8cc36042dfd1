/** The option --sheet of commands that read a table. */
export const SHEET = {
  value: 'NAME',
  help: 'the sheet of a workbook, if several have content',
} as const;

/** The end of a refusal that lists the sheets of a workbook. */
export const SHEET_HINT = 'Choose one by --sheet NAME.';
