import { makeId } from '#backend/products/fields/made-ids.ts';
import type { SourceField } from '#backend/products/files/formats/format.ts';
import { nameId, slug } from '#domain/products/slug.ts';
import type { SourcePicture, SourceProduct } from './assemble.ts';
import { htmlToText } from './cells/html-text.ts';
import { piecesOf } from './cells/lists.ts';
import { type NameParts, readConcentration, readName } from './cells/name-parts.ts';
import { onlySize } from './cells/sizes.ts';
import { readStock } from './cells/stock.ts';
import { withOwn } from './own-columns.ts';
import { priceCells } from './prices.ts';
import type { Recognised } from './recognise.ts';
import type { SourceRow } from './records.ts';
import { saysNo } from './sale-columns.ts';
import type { SettledRow } from './settled-row.ts';
import type { Settling } from './settling.ts';

/** Returns the sizes of a product as rows in this shop's form. Asks about a size with an open question and leaves it out. */
export function makeRows(product: SourceProduct, settling: Settling): SettledRow[] {
  const { shared, sizes } = product;
  settling.notes.push(...product.notes);
  const parts = nameOf(product, settling);
  if (shared.sizes.length > 1) {
    const text = `has the sizes ${shared.sizes.join(', ')} at one price: it is taken as one product`;
    settling.notes.push({ row: shared.row, text });
  }
  const common = sharedCells(product, parts, settling);
  const base = baseId(shared, parts, settling.table);
  const several = sizes.length > 1;
  const { marked } = shared.own;
  return sizes.flatMap(({ row, size, differs, pictures }, at): SettledRow[] => {
    // This also runs if a list has a question, so that all questions come at once.
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
    // If the merchant calls a column of her own list the id, it is the code, too.
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

function nameOf({ shared, sizes }: SourceProduct, settling: Settling): NameParts {
  const { row, texts, own } = shared;
  // A Turare shop writes names unchanged, and leaves unknown values empty.
  if (own.marked) return { name: texts.name ?? '' };
  const wanted = {
    brand: !texts.brand,
    concentration: !texts.concentration,
    size: sizes.length > 1 ? sizes.every(({ size }) => onlySize(size)) : !texts.size,
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

/** Returns the millilitres of a bare number in a column of sizes: '100'. */
function bareSize({ texts }: SourceRow, settling: Settling): number | undefined {
  if (!settling.table.fields.has('size')) return undefined;
  const [, digits] = /^(\d{1,5})(?:\.0+)?$/.exec(texts.size ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function baseId({ texts }: SourceRow, parts: NameParts, { format }: Recognised): string {
  const brand = texts.brand || parts.brand;
  if (format.idIsAddress && texts.id) return nameId(texts.id.normalize('NFKC').toLowerCase());
  return makeId({ name: parts.name, ...(brand ? { brand } : {}) }).id;
}

/** Returns the cells that all sizes share; undefined if there is a question about a list. */
function sharedCells(
  { shared }: SourceProduct,
  parts: NameParts,
  settling: Settling,
): SettledRow['cells'] | undefined {
  const { row, texts } = shared;
  const { status } = shared.sale;
  const has = (field: SourceField) => settling.table.fields.has(field);
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
    ...(has('description') || has('summary') ? { description: text } : {}),
    ...(status === 'shown' ? {} : { status }),
  };
}

/** Returns the entries of a list; undefined if there is a question about a comma in it. */
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

/** Returns price, discount and stock; undefined if a question comes first. */
function figuresOf(row: SourceRow, settling: Settling): SettledRow['cells'] | undefined {
  const price = priceCells(row, settling);
  const stock = stockCell(row, settling);
  return price && stock && { ...price, ...stock };
}

function stockCell(
  { row, texts, own }: SourceRow,
  settling: Settling,
): SettledRow['cells'] | undefined {
  const { answers, asks } = settling;
  const { inStock = '' } = texts;
  const isOut = saysNo(inStock) || readStock(inStock) === 0;
  // A Turare shop writes the units of a retired product, too.
  const written = (own.marked && texts.stock) || (isOut ? '0' : (texts.stock ?? ''));
  const stock = readStock(written) ?? answers.stock;
  if (stock !== undefined) return { stock: String(stock) };
  asks.add('stock', written, row);
  return undefined;
}
