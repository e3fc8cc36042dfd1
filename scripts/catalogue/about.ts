import { isOrigin, productFields } from '#domain/products/product-fields.ts';

/** A line for each declared fact that is not about the origin. */
const facts = productFields
  .filter((field) => !isOrigin(field))
  .map(
    ({
      csv,
      kind,
      example,
      hint = `${kind === 'text' ? 'Text' : 'A whole number'}, such as ${example}`,
    }) => `  ${csv.padEnd(15)}  ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`,
  )
  .join('\n');
const origin = productFields
  .filter(isOrigin)
  .map(({ csv }) => csv)
  .join(', ');

/** The text about files in the usage of npm run catalogue. */
export const ABOUT = `<file> ends in .csv, .tsv, .txt, .xlsx or .jsonl (JSON lines: one product per line), or is - for standard input
(a table, or --format). CSV is UTF-8 or what older spreadsheets write, separated by , or ; or tabs with a heading; a
line sep=; may precede it. An Excel workbook (.xlsx) has its table on one sheet, or on the one that --sheet names.
Columns may be in any order. A missing column leaves its field as it is; an empty cell empties it. Spaces
around a text are dropped. export writes CSV or JSON lines.

  id               part of the page's URL: lower-case letters, digits, hyphens. An empty id is made from brand and
                   name, so a product that is renamed in a file without ids becomes a new product
  name             required for a new product
  brand            who makes the fragrance
  price            naira: 12500 or 12500.50. Required for a new product
  discount         15%, or naira off such as 5000; empty for no discount, which also removes start and end
  discount_starts  2026-12-20 08:00 in Lagos, or a day (from its start), or ISO time; until then the price is
                   the full one everywhere. Empty: it has begun
  discount_until   2026-12-24 18:00 in Lagos, or a day (until its end), or ISO time; empty for no end
  stock            units on hand, including those reserved for unpaid orders: what you count on the shelf, without what
                   is sold and not packed yet. Or a change: +12 for a delivery, -1 for a broken one. (A
                   spreadsheet takes +12 for 12: write it as text.)
  stock_was        what export wrote into stock. A row with both changes the stock by their difference, so that
                   what was sold since the export stays sold; a new product gets the stock. Remove the column to
                   set what you have counted
  description      plain text; it may have several lines
  tags, categories, notes_top, notes_heart, notes_base
                   lists: rose | oud. Write \\| for a vertical bar inside an entry, and \\\\ for a backslash before one
${facts}
  ${origin}
                   what you can prove of its origin, in your words: who imported it, the batch on the box, its
                   NAFDAC number, the seal, where it was bought. The page shows them under 'Is it real?'. Write only
                   what you have on paper
  pictures         a list, the main one first: paths from the folder of the file (JPEG, PNG, WebP, AVIF; at
                   most 20 MB and 50 million pixels), https addresses of the hosts in the setting
                   PICTURE_HOSTS, or /media/… as export writes them: pictures of this shop, or of another one
                   whose folder media was copied into DATA_DIR. Pictures are stored there, so import where
                   the shop runs. If an import fails, its valid pictures stay for the next try
  picture_alts     the alternative text of each picture, in the same order: gold bottle | its box. An empty
                   entry means the product's name. Without the column each picture keeps its text
  status           shown, hidden or retired, as the commands of these names say; empty for shown
  sku              your own code, for staff; no two products share one. A row without an id is the product
                   that has its code

An export of Shopify, WooCommerce, PrestaShop, Etsy or Square is read as it is. So are a product feed for Google (text
or XML) and your own list with headings such as Perfume, Selling Price and Qty, also in French or Arabic; its titles
and totals are left out. import asks about a list that looks like another program's file: --program list reads it as a
list. It prints how it reads the columns, what it leaves out, and its questions; each names the option that answers it.
Prices without a currency lead to one question: --currency NGN says that they are naira. Sizes become products of one
group. The shop downloads pictures by address in the background, while it runs. imports pictures names those that are
unavailable, and their products are on sale without them. The old addresses of Shopify, WooCommerce and PrestaShop lead
to the new pages from the next release on. reviews then imports their reviews.

export --as shopify or woocommerce writes what these programs import, with sizes of one group as variants. Fields
without a column go into metafields and custom fields; export lists them, and import reads them again.

In an exported CSV, an apostrophe precedes a text that a spreadsheet would run as a formula ('=1+1).
import removes it. In JSON lines a list may be an array, and null is an empty cell.

Products that an import adds are the merchant's. --delete-missing removes those and the demo's; synth 0
removes synthetic ones. export writes all of them.`;
