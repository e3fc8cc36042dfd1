import { counted, number } from '#domain/words.ts';
import type { Ask } from './answers.ts';

/** The number of row numbers in a question. */
const NAMED = 5;

/** A question about a file, for any number of rows. `rows` may have only the first of them. */
export interface Question extends Pick<Ask, 'kind' | 'about' | 'rows'> {
  count: number;
}

/** Returns 'rows 3, 5 and 12 more'. */
function rowsOf({ rows, count }: Question): string {
  const shown = rows.slice(0, NAMED);
  const more = count - shown.length;
  return `${count === 1 ? 'row' : 'rows'} ${shown.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`;
}

/** Returns a question in the words that the command and the back office share. */
export function questionOf(question: Question): string {
  const { kind, about, count } = question;
  const where = rowsOf(question);
  const says = about === '' ? 'nothing' : `'${about}'`;
  switch (kind) {
    case 'money':
      return about === 'NGN'
        ? 'The file does not name a currency. Are these naira?'
        : `The file does not name a currency, and some prices are below ₦1,000 (${where}). Which currency is it?`;
    case 'currency':
      return `Prices are in ${about} (${where}). What is one ${about} in naira?`;
    case 'stock':
      return `The stock says ${says} (${where}). How many units are there?`;
    case 'price':
      return `The price says ${says} (${where}). Write prices into the file, or leave these products out.`;
    case 'commas':
      return `The ${about} have commas or slashes (${where}). Do they separate two entries?`;
    case 'pictures':
      return `Pictures are at ${about} (${counted(count, 'product')}). Download them?`;
    case 'twins':
      return `Some products have several rows, such as '${about}' (${where}). Which row counts, or are they different sizes?`;
    case 'hidden':
      return `The file has ${about}. Take them, too?`;
    case 'program': {
      const [program, lost] = about.split(/: (.*)/s);
      return `This looks like a file of ${program}, which the shop cannot read in full. It would leave out ${lost}, and each size may become a product of its own. Import the rest?`;
    }
    case 'codes':
      return `In the shop the code in ${where} is that of '${about}', and the name or address is that of another product. Is it '${about}'?`;
    case 'known':
      return `The shop has '${about}' with the same name (${where}). Is it the same product?`;
  }
}
