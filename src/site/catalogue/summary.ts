/** Characters of a description that search engines and link previews show. */
const LENGTH = 200;

/** Returns the start of a text on one line, cut between two words. */
export function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= LENGTH) return line;
  const start = line.slice(0, LENGTH);
  return `${start.slice(0, start.lastIndexOf(' ')) || start}…`;
}
