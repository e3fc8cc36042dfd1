import { MOST_COLUMNS } from './limits.ts';
import type { Parts } from './parts.ts';
import { columnOf } from './sheet.ts';
import { readXml } from './xml.ts';

/** Merged cells. Rows count from 1, and columns from 0. */
export interface Merged {
  ref: string;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Facts about a sheet beside its cells: the merged ones, and the hidden rows and columns with content. */
export interface Look {
  merged: Merged[];
  rows: number[];
  columns: number[];
}

const SAID = /<(?:\w+:)?mergeCell\s|\shidden=["'](?:1|true)/;

/** Looks through a sheet before its rows are read, because the list of merged cells comes after them. */
export async function lookThrough(parts: Parts, path: string): Promise<Look> {
  const look: Look = { merged: [], rows: [], columns: [] };
  if (!(await mentions(parts, path))) return look;
  const isHidden = (text = '') => /^(?:1|true)$/.test(text);
  const closed = new Set<number>();
  const columns = new Set<number>();
  let [row, column, hidden] = [0, -1, false];
  const sheet = readXml(parts.bytes(path), () => ({
    open(name, { r, ref = '', min, max, hidden: said }) {
      const [, left, top, right, bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref) ?? [];
      if (name === 'mergeCell' && left && right) {
        const sides = { left: columnOf(left) - 1, right: columnOf(right) - 1 };
        look.merged.push({ ref, top: Number(top), bottom: Number(bottom), ...sides });
      } else if (name === 'col' && isHidden(said)) {
        const last = Math.min(Number(max), MOST_COLUMNS);
        for (let at = Number(min); at <= last; at++) closed.add(at - 1);
      } else if (name === 'row') {
        row = r === undefined ? row + 1 : Number(r);
        column = -1;
        hidden = isHidden(said);
      } else if (name === 'c') column = r === undefined ? column + 1 : columnOf(r) - 1;
      else if (name === 'v' || name === 't') {
        if (closed.has(column)) columns.add(column);
        if (hidden && look.rows.at(-1) !== row) look.rows.push(row);
      }
    },
  }));
  for await (const _ of sheet);
  return { ...look, columns: [...columns] };
}

/** Whether a sheet may contain any of this. Few do, and parsing its XML takes as long as reading its rows. */
async function mentions(parts: Parts, path: string): Promise<boolean> {
  let before = '';
  for await (const piece of parts.bytes(path)) {
    const text = before + Buffer.from(piece).toString('latin1');
    if (SAID.test(text)) return true;
    before = text.slice(-40);
  }
  return false;
}
