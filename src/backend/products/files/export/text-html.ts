/** Characters that are markup in HTML. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns a plain text as HTML paragraphs with line breaks; '' for no text. */
export const textToHtml = (text: string): string =>
  text === ''
    ? ''
    : text
        .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? '')
        .split(/\n{2,}/)
        .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
        .join('');
