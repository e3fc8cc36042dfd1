import { Refusal } from './refusal.ts';

const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

/** The number of records examined: more than there are titles above a heading. */
const RECORDS = 20;
/** The most characters examined. */
const LONGEST_HEAD = 65_536;

/** Reads the beginning of a text: enough to find the separator. */
export async function readHead(pieces: AsyncIterator<string>): Promise<string> {
  let head = '';
  while (head.length < LONGEST_HEAD) {
    const { value, done } = await pieces.next();
    if (done) break;
    head += value;
  }
  return head;
}

/**
 * Returns the separator of a CSV text, and the text without a line that names it. `above`: the number of such lines.
 * @throws Refusal if such a line names another separator.
 */
export function separatorOf(text: string): { separator: string; head: string; above: number } {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const [, named] = /^"?sep=(.+?)"?$/i.exec(line) ?? [];
  if (named === undefined)
    return { separator: mostAlike(countRecords(text)), head: text, above: 0 };
  if (!SEPARATORS.some((known) => known === named)) {
    throw new Refusal(
      `The first line of the file names the separator '${named}': it may be a comma, a semicolon or a tab.`,
    );
  }
  const head = text.slice(line.length).replace(/^(\r\n|\r|\n)/, '');
  return { separator: named, head, above: 1 };
}

/** The number of each separator outside quotation marks in a record. */
type Counts = Record<Separator, number>;

function countRecords(text: string): Counts[] {
  const records: Counts[] = [];
  let counts: Counts = { ',': 0, ';': 0, '\t': 0 };
  // A quotation mark inside an unquoted cell has no meaning: 5" strap.
  for (const [sign] of text.matchAll(/(?<=^|[,;\t\r\n])"(?:[^"]|"")*(?:"|$)|[,;\t]|\r\n|\r|\n/g)) {
    if (sign === ',' || sign === ';' || sign === '\t') counts[sign]++;
    else if (!sign.startsWith('"')) {
      records.push(counts);
      if (records.length === RECORDS) return records;
      counts = { ',': 0, ';': 0, '\t': 0 };
    }
  }
  return [...records, counts];
}

/**
 * Returns the separator whose number is equal in most records. Rows of one table agree, while commas in titles, amounts
 * and sentences vary. If two separators tie, the more frequent one wins.
 */
function mostAlike(records: readonly Counts[]): Separator {
  const ranked = SEPARATORS.map((separator) => {
    const alike = new Map<number, number>();
    for (const { [separator]: count } of records) {
      if (count > 0) alike.set(count, (alike.get(count) ?? 0) + 1);
    }
    const [[count, rows] = [0, 0]] = [...alike].toSorted(
      ([oneCount, one], [otherCount, other]) => other - one || otherCount - oneCount,
    );
    return { separator, count, rows };
  });
  const [best] = ranked.toSorted((one, other) => other.rows - one.rows || other.count - one.count);
  return best?.separator ?? ',';
}
