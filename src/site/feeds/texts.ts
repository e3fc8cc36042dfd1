/** Returns the start of a text, cut between words, never inside a character. @param most - characters, at least 2. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  const space = start.lastIndexOf(' ');
  return `${(space > most / 2 ? start.slice(0, space) : start).trimEnd()}…`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for an element or attribute of XML. */
export const xmlText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

export const element = (name: string, text: string): string =>
  `<${name}>${xmlText(text)}</${name}>`;

/** Returns a CSV field (RFC 4180). */
export const csvField = (text: string): string =>
  /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
