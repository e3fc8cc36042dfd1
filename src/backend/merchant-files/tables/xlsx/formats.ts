import type { Parts } from './parts.ts';
import { allOf, readXml } from './xml.ts';

/** The way a cell shows its number. */
export interface Format {
  kind: 'number' | 'percent' | 'day' | 'time';
  /** The text before and after the number, such as '$' or ' ml'. */
  before?: string;
  after?: string;
  /** The digits of a number that is padded with zeros, such as '00-0000'. */
  digits?: string;
  /** Decimals of a number without a currency, such as 1.10. */
  decimals?: number;
}

/** Returns the formats of cells, by the number of a cell's style. */
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
    return code === undefined
      ? { kind: builtIn(Number(id)), decimals: id === '2' ? 2 : 0 }
      : formatOf(code);
  });
}

/** Returns the kind of a format that needs no code in a file (ECMA-376, part 1, §18.8.30). */
function builtIn(id: number): Format['kind'] {
  if (id === 9 || id === 10) return 'percent';
  if ((id >= 18 && id <= 22) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36) return 'day';
  if (id >= 50 && id <= 58) return 'day';
  return 'number';
}

/** Returns how a code such as `dd/mm/yyyy hh:mm;@` shows a positive number. */
function formatOf(code: string): Format {
  const [shown = ''] = code
    // Removes widths, colours and conditions, but not [h], hours beyond a day, and not a currency such as [$₦-468].
    .replace(/_.|\*.|\[(?!h+\]|m+\]|s+\]|\$)[^\]]*\]/gi, '')
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '"$1"')
    .match(/^(?:"[^"]*"|\\.|[^;])*/) ?? [''];
  const letters = shown.replace(/"[^"]*"|\\./g, '');
  if (/general/i.test(letters)) return { kind: 'number', ...around(shown, /general/i) };
  if (/[hs]/i.test(letters)) return { kind: 'time' };
  if (/[dmy]/i.test(letters)) return { kind: 'day' };
  if (letters.includes('%')) return { kind: 'percent' };
  const [, zeros = ''] = /^0\.(0+)$/.exec(literal(shown)) ?? [];
  const decimals = zeros.length;
  return { kind: 'number', ...around(shown, /[#0?](?:.*[#0?])?/), decimals };
}

const literal = (code: string): string => code.replace(/"([^"]*)"|\\(.)/g, '$1$2');

/** Returns the texts around the digits of a code, and the digits if they are padded with zeros. */
function around(shown: string, digits: RegExp): Pick<Format, 'before' | 'after' | 'digits'> {
  const bare = shown.replace(/"[^"]*"|\\./g, (text) => '\u0000'.repeat(text.length));
  const found = digits.exec(bare);
  const end = (found?.index ?? 0) + (found?.[0].length ?? 0);
  // A comma behind the digits means thousands or millions: 38500 as 39k.
  if (!found || shown[end] === ',') return {};
  const text = literal(shown.slice(found.index, end));
  return {
    before: literal(shown.slice(0, found.index)),
    after: literal(shown.slice(end)),
    ...(/^0[0 ()/-]*0$/.test(text) && { digits: text }),
  };
}
