import { damaged, Refusal } from '#backend/merchant-files/tables/refusal.ts';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import type { Format } from './formats.ts';
import { MOST_COLUMNS, MOST_ROWS } from './limits.ts';
import { isoText, numberText } from './numbers.ts';
import type { Parts } from './parts.ts';
import { collectText, unescapeText } from './texts.ts';
import { type Handlers, readXml } from './xml.ts';

/** The texts and formats that the cells of all sheets refer to. */
export interface Shared {
  texts: readonly string[];
  formats: readonly Format[];
  from1904: boolean;
}

/**
 * Yields the rows of a sheet that are not empty. A row has at least as many cells as the widest before it.
 * @throws Refusal if it is damaged or too large, or a formula has no value.
 */
export const sheetRows = (
  parts: Parts,
  path: string,
  shared: Shared,
): AsyncGenerator<TableLine[]> => readXml(parts.bytes(path), (emit) => rowHandlers(shared, emit));

interface Cell {
  /** Its address, such as B5, if it has one. */
  address: string | undefined;
  type: string | undefined;
  format: Format;
  isFormula: boolean;
}

const NUMBER: Format = { kind: 'number' };

function rowHandlers(shared: Shared, emit: (line: TableLine) => void): Handlers {
  const collector = collectText(['v', 't']);
  let inRows = false;
  let row = 0;
  let column = 0;
  let cells: string[] = [];
  let cell: Cell | null = null;
  let widest = 0;
  let filled = 0;
  return {
    open(name, attributes) {
      if (name === 'sheetData') inRows = true;
      if (!inRows) return;
      collector.open(name, attributes);
      if (name === 'row') {
        row = attributes.r === undefined ? row + 1 : wholeNumber(attributes.r);
        column = 0;
        cells = [];
      } else if (name === 'c') {
        const { r: address, t: type, s = '0' } = attributes;
        column = address === undefined ? column + 1 : columnOf(address);
        cell = { address, type, format: shared.formats[Number(s)] ?? NUMBER, isFormula: false };
      } else if (name === 'f' && cell) cell.isFormula = true;
    },
    text: collector.text,
    close(name) {
      if (name === 'sheetData') inRows = false;
      if (!inRows) return;
      collector.close(name);
      if (name === 'c' && cell) {
        const text = cellText(cell, collector.take(), shared);
        cell = null;
        if (text === '') return;
        if (column > MOST_COLUMNS) throw tooWide(row);
        while (cells.length < column) cells.push('');
        cells[column - 1] = text;
      } else if (name === 'row' && cells.some((text) => text.trim() !== '')) {
        if (++filled > MOST_ROWS) throw tooLong();
        widest = Math.max(widest, cells.length);
        while (cells.length < widest) cells.push('');
        emit({ row, cells });
      }
    },
  };
}

function cellText({ address, type, format, isFormula }: Cell, stored: string, shared: Shared) {
  if (isFormula && stored === '' && type !== 'str') {
    throw new Refusal(
      `The formula in the cell ${address ?? '?'} has no value yet. Open the file in a spreadsheet, and save it again.`,
    );
  }
  switch (type) {
    case 's':
      return stored === '' ? '' : sharedText(shared, stored);
    case 'str':
    case 'inlineStr':
      return unescapeText(stored);
    case 'b':
      return /^(1|true)$/.test(stored) ? 'TRUE' : 'FALSE';
    case 'd':
      return isoText(stored, format);
    case 'e':
      return stored;
    default:
      return numberText(stored, format, shared.from1904);
  }
}

function sharedText({ texts }: Shared, stored: string): string {
  const text = texts[wholeNumber(stored)];
  if (text === undefined) throw damaged(`there is no text ${stored}`);
  return text;
}

function wholeNumber(digits: string): number {
  if (!/^\d{1,7}$/.test(digits)) throw damaged(`${digits} is no number`);
  return Number(digits);
}

/** Returns the number of a column, 1 for A, in an address such as AB12. */
export function columnOf(address: string): number {
  const [letters] = /^[A-Z]{1,3}/.exec(address) ?? [];
  if (!letters) throw damaged(`${address} is no address`);
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

const tooWide = (row: number) =>
  new Refusal(
    `The sheet has more than ${MOST_COLUMNS} columns, in row ${row}. Remove what is to the right of the table.`,
  );

const tooLong = () =>
  new Refusal(
    `The sheet has more than ${MOST_ROWS.toLocaleString('en')} rows. Split it, or save it as CSV.`,
  );
