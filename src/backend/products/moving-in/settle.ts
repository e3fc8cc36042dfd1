import { type Amount, currencyOf, readAmount } from '#backend/base/amounts.ts';
import { makeId } from '#backend/products/import/made-ids.ts';
import { nameId, slug } from '#domain/products/slug.ts';
import type { Answers, Asks } from './answers.ts';
import type { LeftOut, Note, SourcePicture, SourceProduct } from './assemble.ts';
import { htmlToText } from './cells/html-text.ts';
import { piecesOf } from './cells/lists.ts';
import { type NameParts, readConcentration, readName } from './cells/name-parts.ts';
import { onlySize } from './cells/sizes.ts';
import { readStock } from './cells/stock.ts';
import type { SourceField } from './formats/format.ts';
import { withOwn } from './own-columns.ts';
import type { Recognised } from './recognise.ts';
import type { SourceRow } from './records.ts';
import { saysNo } from './sale-columns.ts';
import type { SettledRow } from './settled-row.ts';

export interface Settling {
  table: Recognised;
  answers: Answers;
  /** The currency of amounts that name none; '' if that is to be asked. */
  currency: string;
  /** Names of brands that a product's name may begin with. */
  brands: readonly string[];
  /** Whether an address is that of a picture of this shop. */
  isOwnPicture: (address: string) => boolean;
  asks: Asks;
  leftOut: LeftOut[];
  notes: Note[];
}

/** The sizes of a product as rows of the shop's own. A size that needs an answer which is not there is asked about, and is no row. */
export function makeRows(product: SourceProduct, settling: Settling): SettledRow[] {
  const { shared, sizes } = product;
  settling.notes.push(...product.notes);
  const parts = nameOf(shared, sizes.length, settling);
  if (shared.sizes.length > 1) {
    const text = `has the sizes ${shared.sizes.join(', ')} at one price: it is taken as one product`;
    settling.notes.push({ row: shared.row, text });
  }
  const common = sharedCells(product, parts, settling);
  const base = baseId(shared, parts, settling.table);
  const several = sizes.length > 1;
  const { marked } = shared.own;
  return sizes.flatMap(({ row, size, differs, pictures }, at): SettledRow[] => {
    // Also where a list has to be asked about, so that all is asked at once.
    const figures = figuresOf({ ...row, own: { ...row.own, marked } }, settling);
    const pictured = pictureCells(pictures, shared.row, settling);
    if (figures === undefined || common === undefined) return [];
    const ml = onlySize(size) ?? (several ? undefined : parts.sizeMl) ?? bareSize(row, settling);
    const endings = differs.filter((value) => ml === undefined || value !== size);
    const name = [parts.name, ...endings].join(', ');
    const made = several
      ? makeId({ name: [base, ...differs].join(' ') }).id
      : settling.table.format.idIsAddress
        ? base
        : '';
    // A column of one's own list that she calls its id is its code, too.
    const sku =
      row.sku || row.texts.sku || (settling.table.format.marks.length > 0 ? '' : row.texts.id);
    const isId = marked && row.sku !== '' && row.sku === slug(row.sku);
    const cells = {
      ...common,
      ...pictured,
      id: isId ? row.sku : made,
      name,
      ...(ml === undefined ? {} : { size_ml: String(ml) }),
      ...(several && !marked ? { group: base } : {}),
      ...figures,
      ...(sku && !marked ? { sku } : {}),
      ...(row.sale.status === 'shown' ? {} : { status: row.sale.status }),
    };
    return [{ row: row.row, cells: withOwn(cells, { ...shared.own.cells, ...row.own.cells }, at) }];
  });
}

const has = ({ table }: Settling, field: SourceField) => table.fields.has(field);

function nameOf({ row, texts, own }: SourceRow, sizes: number, settling: Settling): NameParts {
  // A shop of ours writes a name as it is, and what is not known into no cell.
  if (own.marked) return { name: texts.name ?? '' };
  const wanted = {
    brand: !texts.brand,
    concentration: !texts.concentration,
    size: !texts.size && sizes === 1,
  };
  const parts = readName(texts.name ?? '', wanted, settling.brands);
  const read = [
    parts.brand && `brand ${parts.brand}`,
    parts.concentration,
    parts.sizeMl && `${parts.sizeMl} ml`,
  ].filter(Boolean);
  if (read.length > 0)
    settling.notes.push({ row, text: `'${texts.name}': read as ${read.join(', ')}` });
  return parts;
}

/** A number of millilitres in a column of sizes: '100'. */
function bareSize({ texts }: SourceRow, settling: Settling): number | undefined {
  if (!has(settling, 'size')) return undefined;
  const [, digits] = /^(\d{1,5})(?:\.0+)?$/.exec(texts.size ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function baseId({ texts }: SourceRow, parts: NameParts, { format }: Recognised): string {
  const brand = texts.brand || parts.brand;
  if (format.idIsAddress && texts.id) return nameId(texts.id.normalize('NFKC').toLowerCase());
  return makeId({ name: parts.name, ...(brand ? { brand } : {}) }).id;
}

/** The cells that all sizes share; undefined if a list has to be asked about. */
function sharedCells(
  { shared }: SourceProduct,
  parts: NameParts,
  settling: Settling,
): SettledRow['cells'] | undefined {
  const { row, texts } = shared;
  const { status } = shared.sale;
  const { text, links } = htmlToText(texts.description || texts.summary || '');
  if (links.length > 0) {
    settling.notes.push({
      row,
      text: `links to ${links.join(', ')}: the text stays, the link does not`,
    });
  }
  const concentration = readConcentration(texts.concentration ?? '');
  // Some programs have one column for the kind of goods: 'Eau de Parfum' is a concentration there, 'Candles' a category.
  const category =
    texts.categories === texts.concentration && concentration ? '' : texts.categories;
  const lists = {
    tags: listOf(texts.tags, 'tags', settling, row)?.map((tag) => tag.replaceAll('_', ' ')),
    categories: listOf(category, 'categories', settling, row)?.flatMap((path) =>
      path.split(/\s*>\s*/),
    ),
    notes_top: listOf(texts.notesTop, 'notes', settling, row),
    notes_heart: listOf(texts.notesHeart, 'notes', settling, row),
    notes_base: listOf(texts.notesBase, 'notes', settling, row),
  };
  if (Object.values(lists).includes(undefined)) return undefined;
  const fields = {
    tags: 'tags',
    categories: 'categories',
    notes_top: 'notesTop',
    notes_heart: 'notesHeart',
    notes_base: 'notesBase',
  } as const;
  const present = Object.entries(fields).flatMap(([column, field]) => {
    const entries = [...new Set(lists[column as keyof typeof fields])];
    const said = entries.length > 0 || texts[field] === '';
    return said ? [[column, entries]] : [];
  });
  const ownConcentration =
    concentration ?? (category === texts.concentration ? undefined : texts.concentration);
  return {
    ...Object.fromEntries(present),
    ...((texts.brand ?? parts.brand) === undefined
      ? {}
      : { brand: texts.brand || (parts.brand ?? '') }),
    ...((ownConcentration || parts.concentration) && {
      concentration: ownConcentration || parts.concentration,
    }),
    ...(has(settling, 'description') || has(settling, 'summary') ? { description: text } : {}),
    ...(status === 'shown' ? {} : { status }),
  };
}

/** The entries of a list; undefined if a comma in it has to be asked about. */
function listOf(
  text: string | undefined,
  about: string,
  { table: { format }, answers, asks }: Settling,
  row: number,
): string[] | undefined {
  const pieces = piecesOf(text ?? '', format);
  const entries = pieces.map((entry) => htmlToText(entry).text).filter(Boolean);
  if (format.separator || !entries.some((entry) => /[,/]/.test(entry))) return entries;
  if (answers.commas === undefined) {
    asks.add('commas', about, row);
    return undefined;
  }
  return answers.commas === 'keep'
    ? entries
    : entries.flatMap((entry) => entry.split(/\s*[,/]\s*/)).filter(Boolean);
}

function pictureCells(
  all: readonly SourcePicture[],
  row: number,
  { answers, asks, isOwnPicture }: Settling,
): SettledRow['cells'] {
  // The shop has its own pictures already.
  const pictures =
    answers.pictures === 'leave' ? all.filter(({ address }) => isOwnPicture(address)) : all;
  if (pictures.length === 0) return {};
  if (answers.pictures === undefined) {
    for (const { address } of pictures) {
      const host = isOwnPicture(address) ? undefined : URL.parse(address)?.host;
      if (host) asks.add('pictures', host, row);
    }
  }
  const first = new Map(pictures.map(({ address, words }) => [address, words]));
  const words = [...first.values()];
  return {
    pictures: [...first.keys()],
    ...(words.some(Boolean) ? { picture_alts: words } : {}),
  };
}

/** Price, discount and stock; undefined if something has to be asked first. */
function figuresOf(row: SourceRow, settling: Settling): SettledRow['cells'] | undefined {
  const price = priceCells(row, settling);
  const stock = stockCell(row, settling);
  return price && stock && { ...price, ...stock };
}

function priceCells(row: SourceRow, settling: Settling): SettledRow['cells'] | undefined {
  const { texts } = row;
  const price = nairaOf(row, 'price', settling);
  if (price === undefined) {
    // A currency has been asked about by now.
    if (amountOf(row, 'price', settling) === undefined) withoutPrice(row, settling);
    return undefined;
  }
  const { percent, off } = discountOf(row, settling);
  const full = nairaOf(row, 'fullPrice', settling) ?? price;
  const sale =
    nairaOf(row, 'salePrice', settling) ??
    nairaOf(row, 'nairaOff', settling, price) ??
    Math.max(price - off, 0);
  if (sale > price) {
    const text = `has a sale price of ${naira(sale)}, which is above the price: it is not read`;
    settling.notes.push({ row: row.row, text });
  }
  const least = Math.min(sale, price);
  const most = Math.max(full, price);
  // Our feed for Google begins a sale with its product.
  const isFeed = row.own.marked && settling.table.format.idsInAddresses;
  const starts = isFeed ? '' : dayOf(texts.saleStarts, 0);
  const ends = dayOf(texts.saleEnds, 1);
  const discount =
    least < most ? naira(most - least) : percent > 0 && percent <= 100 ? `${percent}%` : '';
  return {
    price: naira(most),
    ...(SALES.some((field) => has(settling, field)) ? { discount } : {}),
    ...(discount && starts ? { discount_starts: starts } : {}),
    ...(discount && ends ? { discount_until: ends } : {}),
  };
}

/** Reads a column of discounts: per cent up to 100, or else an amount. `off` is in naira. */
function discountOf(source: SourceRow, settling: Settling): { percent: number; off: number } {
  const text = source.texts.percentOff ?? '';
  const [, number] = /^([\d.,]+)\s*%(?:\s*off)?$/i.exec(text) ?? [];
  const amount = number === undefined ? amountOf(source, 'percentOff', settling) : undefined;
  const percent = number === undefined ? amount?.amount : Number(number.replace(',', '.'));
  if (percent !== undefined && percent <= 100) return { percent, off: 0 };
  if (amount) return { percent: 0, off: converted(amount, settling.answers) ?? 0 };
  if (text !== '') {
    settling.notes.push({ row: source.row, text: `has the discount '${text}', which is not read` });
  }
  return { percent: 0, off: 0 };
}

function withoutPrice({ row, texts }: SourceRow, { answers, asks, leftOut }: Settling): void {
  const { name = '', price = '' } = texts;
  if (answers.unpriced === undefined) asks.add('price', price, row);
  else leftOut.push({ row, name, what: price ? `without a price: '${price}'` : 'without a price' });
}

/** In these columns programs write 0 for no sale. */
const NONE_IS_ZERO: ReadonlySet<string> = new Set(['fullPrice', 'salePrice', 'nairaOff']);

const SALES = ['fullPrice', 'salePrice', 'percentOff', 'nairaOff'] as const;

/** A day or time, or the first or second one of two with a slash between. Programs write 0000-00-00 for no day. */
function dayOf(text = '', at: 0 | 1): string {
  const both = /^(\d{4}-[^/]+)\/(\d{4}-[^/]+)$/.exec(text);
  const day = (both?.[at + 1] ?? text).replace(/(T.*[+-]\d\d)(\d\d)$/, '$1:$2');
  return day.startsWith('0000') ? '' : day;
}

const naira = (amount: number): string => amount.toFixed(2).replace(/\.00$/, '');

/**
 * The naira in a cell; undefined for an empty cell, a word, or a currency that has no rate yet.
 * @param from - the cell says how much less than this.
 */
function nairaOf(
  source: SourceRow,
  field: MoneyField,
  settling: Settling,
  from?: number,
): number | undefined {
  const amount = amountOf(source, field, settling);
  const isNone = NONE_IS_ZERO.has(field) && !settling.table.format.freeSales;
  if (amount === undefined || (isNone && amount.amount === 0)) return undefined;
  const value = converted(amount, settling.answers);
  if (amount.currency === '') settling.asks.add('money', '', source.row);
  else if (value === undefined) settling.asks.add('currency', amount.currency, source.row);
  return value === undefined || from === undefined ? value : Math.max(from - value, 0);
}

type MoneyField = 'price' | 'fullPrice' | 'salePrice' | 'nairaOff' | 'percentOff';

/** The amount in a cell, with the currency that the cell, its row, its heading or the file names. */
const amountOf = (
  { texts, currencies, own }: SourceRow,
  field: MoneyField,
  { currency }: Settling,
): Amount | undefined =>
  readAmount(
    texts[field] ?? '',
    (own.marked && 'NGN') ||
      rowCurrency(texts.currency) ||
      (currencies[field] ?? currencies.price) ||
      currency,
  );

/** The currency that a column of currencies names for a row. */
const rowCurrency = (text = ''): string | undefined => currencyOf(text) ?? text.toUpperCase();

/**
 * The currency of amounts that name none: what the merchant says, or naira if other prices of the file are naira and
 * none is in another currency. '' if that is to be asked.
 */
export function fileCurrency(rows: readonly SourceRow[], { currency }: Answers): string {
  if (currency) return currency;
  if (rows.some(({ own }) => own.marked)) return 'NGN';
  const named = new Set(
    rows.flatMap((row) => amountOf(row, 'price', { currency: '' } as Settling)?.currency || []),
  );
  return named.size === 1 && named.has('NGN') ? 'NGN' : '';
}

/** From so many naira on a price may be that of a perfume. */
const LEAST_NAIRA = 1000;

/** Whether amounts that name no currency look like naira. */
export const looksLikeNaira = (rows: readonly SourceRow[]): boolean =>
  rows.every(({ texts }) => {
    const { amount = 0 } = readAmount(texts.price ?? '', '') ?? {};
    return amount === 0 || amount >= LEAST_NAIRA;
  });

function converted({ amount, currency }: Amount, { rates, round }: Answers): number | undefined {
  // One that nobody has named counts as naira while it is asked about, so that all else is asked at once.
  if (currency === 'NGN' || currency === '') return amount;
  const rate = rates.get(currency);
  return rate === undefined
    ? undefined
    : Math.max(round, Math.round((amount * rate) / round) * round);
}

function stockCell(
  { row, texts, own }: SourceRow,
  settling: Settling,
): SettledRow['cells'] | undefined {
  const { answers, asks } = settling;
  const { inStock = '' } = texts;
  const isOut = saysNo(inStock) || readStock(inStock) === 0;
  // A shop of ours writes the units of a product that it has retired, too.
  const written = (own.marked && texts.stock) || (isOut ? '0' : (texts.stock ?? ''));
  const stock = readStock(written) ?? answers.stock;
  if (stock !== undefined) return { stock: String(stock) };
  asks.add('stock', written, row);
  return undefined;
}
