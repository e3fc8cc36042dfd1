import type { Parts } from './parts.ts';
import { allOf, readXml } from './xml.ts';

/** How a cell shows its number. */
export type Format = 'number' | 'percent' | 'day' | 'time';

/** The formats of cells, by the number of a cell's style. */
export async function readFormats(parts: Parts, path: string | undefined): Promise<Format[]> {
  if (path === undefined) return [];
  const codes = new Map<string, string>();
  const styles = await allOf(
    readXml<string>(parts.bytes(path), (emit) => {
      let inCells = false;
      return {
        open(name, { numFmtId = '0', formatCode = '' }) {
          if (name === 'numFmt') codes.set(numFmtId, formatCode);
          if (name === 'cellXfs') inCells = true;
          if (name === 'xf' && inCells) emit(numFmtId);
        },
        close(name) {
          if (name === 'cellXfs') inCells = false;
        },
      };
    }),
  );
  return styles.map((id) => {
    const code = codes.get(id);
    return code === undefined ? builtIn(Number(id)) : formatOf(code);
  });
}

/** The formats that need no code in a file (ECMA-376, part 1, §18.8.30). */
function builtIn(id: number): Format {
  if (id === 9 || id === 10) return 'percent';
  if ((id >= 18 && id <= 22) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36) return 'day';
  if (id >= 50 && id <= 58) return 'day';
  return 'number';
}

/** What a code such as `dd/mm/yyyy hh:mm;@` shows of a positive number. */
function formatOf(code: string): Format {
  const [letters = ''] = code
    // Quoted and escaped signs, widths, colours and currencies; not [h], hours beyond a day.
    .replace(/"[^"]*"|[\\_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';');
  if (/general/i.test(letters)) return 'number';
  if (/[hs]/i.test(letters)) return 'time';
  if (/[dmy]/i.test(letters)) return 'day';
  return letters.includes('%') ? 'percent' : 'number';
}
