/** A line of a table as a spreadsheet shows it: its number, with 1 for the first line of the file or sheet, and its cells. */
export interface TableLine {
  row: number;
  cells: string[];
}
