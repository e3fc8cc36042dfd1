import { Parser } from 'htmlparser2';

/** A text without markup. */
export interface PlainText {
  text: string;
  /** The addresses of its links. */
  links: readonly string[];
}

const PARAGRAPHS = new Set(
  'p div section article header footer blockquote pre table tr hr ul ol dl dt dd h1 h2 h3 h4 h5 h6 figure figcaption'.split(
    ' ',
  ),
);
/** Elements whose content is not text for readers. */
const UNREAD = new Set('script style template noscript iframe object svg head title'.split(' '));

/**
 * Returns HTML as plain paragraphs, with a line '• …' for each list entry, and entities as characters. A text without
 * markup keeps its line breaks.
 */
export function htmlToText(html: string): PlainText {
  // OpenCart writes '&lt;p&gt;' for its tags.
  if (/&lt;\/?[a-z]/i.test(html) && !/<\/?[a-z]/i.test(html)) {
    return htmlToText(
      html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    );
  }
  if (!/[<&]/.test(html)) return { text: tidy(html), links: [] };
  // Between blocks a line break of the source is a space. In a text with a few bold words it is meant.
  const hasBlocks = /<(?:p|br|div|li|h[1-6]|tr)\b/i.test(html);
  const links: string[] = [];
  let text = '';
  let unread = 0;
  const parser = new Parser({
    onopentag(name, { href }) {
      if (UNREAD.has(name)) unread++;
      else if (name === 'br') text += '\n';
      else if (name === 'li') text += '\n• ';
      else if (name === 'td' || name === 'th') text += ' ';
      else if (PARAGRAPHS.has(name)) text += '\n\n';
      if (name === 'a' && href && /^(https?:|mailto:|tel:)/i.test(href)) links.push(href);
    },
    ontext(piece) {
      if (unread === 0) text += hasBlocks ? piece.replace(/\s+/g, ' ') : piece;
    },
    onclosetag(name) {
      if (UNREAD.has(name)) unread = Math.max(0, unread - 1);
      else if (PARAGRAPHS.has(name)) text += '\n\n';
    },
  });
  parser.end(html);
  return { text: tidy(text), links };
}

/** Leaves one space between words, and at most one empty line between paragraphs. */
const tidy = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n(?=• )/g, '\n')
    .trim();
