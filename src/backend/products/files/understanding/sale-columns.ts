import { plainHeading } from './headings.ts';

export type Status = 'shown' | 'hidden' | 'retired';

/** The information in a row on whether its product can be bought. */
export interface Sale {
  status: Status;
  /** The reason why it is not for sale: 'Published is FALSE'. */
  why: string | undefined;
  /** The kind of a row that is not a product to pack: the rest of a sentence that begins with 'is'. */
  leftOut: string | undefined;
}

const YES = /^(?:true|yes|y|1|on|x|oui|vrai|نعم)$/;
const NO = /^(?:false|no|n|0|off|non|faux|لا)$/;
/** Words for products that anybody can buy, even those that only the list or only the search has. */
const FOR_SALE =
  /^(?:a|activ(?:e|ated)|actif|publish(?:ed)?|publiée?|visible|enabled|live|online|public|available|listed|approved|ok|for sale|(?:in|low) ?stock|new(?: arrival)?|featured|on sale|promo|both|catalog|search|catalog, search|en ligne|en vente|disponible|منشور|نشط|متاح|متوفر|معروض)$/;
const GONE = /^(?:archived?|discontinued|retired|deleted|archivée?|مؤرشف)$/;
/** Goods that nobody packs. */
const KINDS = [
  [/^(?:grouped|bundle)$/, 'a group of other products'],
  [/^external$/, 'a product that another shop sells'],
  [/^(?:virtual|service|event|donation|membership)$/, 'a product that is not shipped'],
  [/^(?:downloadable|digital|d)$/, 'a download'],
  [/^gift[ _]?card$/, 'a gift card'],
] as const;

/** The meaning of a cell: a status, or the kind of a row that is not a product to pack. */
type Meaning = (word: string) => string | undefined;
const yesIs = (status: string) => (word: string) => (YES.test(word) ? status : undefined);
/** An unknown word hides the product, so that no draft goes on sale. */
const forSale: Meaning = (word) =>
  YES.test(word) || FOR_SALE.test(word) ? 'shown' : GONE.test(word) ? 'retired' : 'hidden';
/** A cell may hold several kinds: 'simple, virtual'. */
const kindOf: Meaning = (word) =>
  KINDS.find(([kind]) => word.split(/\s*,\s*/).some((one) => kind.test(one)))?.[1];

const PLACE = /^(?:enabled \S|available for sale \[)/;
/** The meanings of columns in the files of all programs, by heading. */
const MEANINGS: readonly (readonly [heading: RegExp, Meaning])[] = [
  [/^(?:is )?(?:hidden|hide ?(?:product)?|draft|disabled|not ?for ?sale|masqué)$/, yesIs('hidden')],
  [/^(?:is )?(?:archived?|discontinued)$/, yesIs('retired')],
  [/^(?:is )?gift ?card$/, yesIs('a gift card')],
  [/^(?:is )?(?:downloadable|digital)$/, yesIs('a download')],
  // Files that change a shop may mark products to be deleted.
  [
    /^(?:action|update delete)(?:\(.*)?$/,
    (word) => (/^(?:delete|remove|end)/.test(word) ? 'retired' : undefined),
  ],
  [
    /^(?:(?:variant|product|is) )*(?:requires? shipping|shipping required)$|^هل يتطلب شحن؟?$/,
    (word) => (NO.test(word) ? 'nothing that is shipped' : undefined),
  ],
  [/^(?:(?:product|item) )?type(?: \[.*)?$/, kindOf],
  [PLACE, forSale],
  // A merchant may write Lagos in this column.
  [
    /^state$/,
    (word) => (/^(?:un|draft|hid|flag|pend|arch|spam)/.test(word) ? 'hidden' : undefined),
  ],
  [
    /^(?:(?:is|product|item|variant|listing|square|online|review|comment) )*(?:status|statut|published|publié|visib(?:le|ility|ilité)|active|actif|enabled|online|en ligne|available|available for (?:order|sale)|for sale|sellable|allow purchases|can be sold|show|curated|approved|الحالة|حالة المنتج|منشور|نشط)(?: (?:in|on|dans) (?:le |the )?(?:online )?(?:store|shop|site|website|catalog(?:ue)?))?(?: \(.*)?$/,
    forSale,
  ],
];

/** Returns the meaning of a column that says whether a product can be bought; undefined for any other column. */
export const saleMeaning = (heading: string): Meaning | undefined =>
  MEANINGS.find(([pattern]) => pattern.test(plainHeading(heading)))?.[1];

/** Whether a cell says no. */
export const saysNo = (cell: string): boolean => NO.test(cell.toLowerCase());

/**
 * Returns a reader for whether the products of rows can be bought.
 * @param read - the columns that have another meaning.
 */
export function saleReader(
  headings: readonly string[],
  read: ReadonlySet<number>,
): (cell: (column: number) => string) => Sale {
  const columns = headings.flatMap((heading, at) => {
    const meaning = read.has(at) ? undefined : saleMeaning(heading);
    const isPlace = PLACE.test(plainHeading(heading));
    return meaning ? [{ meaning, at, heading: heading.trim(), isPlace }] : [];
  });
  return (cell) => {
    const all = columns.flatMap(({ meaning, at, heading, isPlace }) => {
      const is = cell(at) === '' ? undefined : meaning(cell(at).toLowerCase());
      return is === undefined ? [] : [{ is, why: `${heading} is ${cell(at)}`, isPlace }];
    });
    // It is enough that one place sells it.
    const isSold = all.some(({ is, isPlace }) => isPlace && is === 'shown');
    const says = all.filter(({ is, isPlace }) => is !== 'shown' && !(isPlace && isSold));
    const off = says.find(({ is }) => is === 'retired') ?? says.find(({ is }) => is === 'hidden');
    return {
      status: (off?.is ?? 'shown') as Status,
      why: off?.why,
      leftOut: says.find(({ is }) => is !== 'retired' && is !== 'hidden')?.is,
    };
  };
}
