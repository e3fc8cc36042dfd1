export const USAGE = `npm run catalogue -- <command>

  import <file> [--dry-run] [--partial] [--delete-missing] [--format csv|jsonl]
      Adds the products of a file and changes those that the shop has. All of it or, if any row has a
      fault, nothing; each fault is printed with its row and column. Orders, reviews and bottles sold stay.
        --dry-run          prints what would be new, changed, unchanged and removed; writes nothing
        --partial          writes the good rows all the same
        --delete-missing   removes the products that the file does not have, with their reviews
  export [<file>] [--format csv|jsonl]
      Writes all products into a file, or to the screen (then with npm run --silent, or npm's own lines
      are in it). Importing that file again changes nothing.
  set <id> <column>=<value> … [--dry-run]
      Changes one product: set tom-ford-oud-wood price=450000 stock=12 discount=15%
  check <file> [--format csv|jsonl]
      Looks a file over without the shop. Fetches no picture, and cannot know which products are new.
  synth <count> [--seed <n>]
      Replaces the synthetic products by <count> new ones, the same for the same seed (1); demo and own
      products stay. Not in production.

<file> is .csv or .jsonl (JSON lines: one product a line), or - for what comes in (--format, else CSV).
CSV is UTF-8, separated by , or ; with a heading of columns in any order. A column that is not there
leaves its field as it is; an empty cell empties it. Spaces around a text are dropped.

  id               part of the page's address: small letters, digits, hyphens. If empty it is made of house
                   and name, so a product renamed in a file without ids is a new product
  name             needed for a new product
  brand            the house
  price            naira: 12500 or 12500.50. Needed for a new product
  discount         15%, or naira off such as 5000; empty for none, which also ends it
  discount_until   2026-12-24 18:00 in Lagos, or a day (to its end), or ISO time; empty for no end
  stock            what can still be bought; bottles held for unpaid orders are not in it. A file sets it to
                   what it was when you wrote it: leave the column out unless you have counted
  description      as text; it may have several lines
  tags, categories, notes_top, notes_heart, notes_base
                   lists: rose | oud. A stroke inside a word is \\|, and a backslash before one is \\\\
  concentration    such as Eau de Parfum
  size_ml          a whole number
  pictures         a list, the main one first: paths from the folder of the file (JPEG, PNG, WebP, AVIF; at
                   most 20 MB, 50 million pixels), https addresses of hosts that the setting PICTURE_HOSTS
                   names, or /media/… as export writes them. Pictures are kept in DATA_DIR, so import where
                   the shop runs; those that were good are kept though the import fails, for the next try
  picture_alts     what each picture shows, in the same order, for who cannot see it: gold bottle | its box. A
                   place left empty uses the product's name. Without the column a picture keeps its words

In an exported CSV an apostrophe stands before a text that a spreadsheet would take for a formula
('=1+1); import takes it off again. In JSON lines a list may be one, and null is an empty cell.

Products that an import adds are the merchant's. --delete-missing removes those and the demo's; synthetic
ones go with synth 0. export writes all of them.

It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;
