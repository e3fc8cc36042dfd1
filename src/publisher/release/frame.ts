/** Matches comments, and elements whose content is not markup. */
const RAW = /<!--.*?-->|<(script|style)\b([^>]*)>(.*?)<\/\1>/gs;
/** Matches the product data for search engines. */
const DATA = /\stype="application\/(?:ld\+)?json"/;
/** Matches a tag with attributes in double quotes, and the text before it. */
const TAG = /([^<]*)<(\/?[a-z][\w-]*)((?:\s+[^\s"'=<>/]+(?:="[^"]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /\s+([^\s"'=<>/]+)(?:="([^"]*)")?/g;
/** Attributes whose values are the project's on every page. Others may have words, addresses and colours of a merchant. */
const OURS = new Set(['as', 'class', 'd', 'http-equiv', 'rel', 'role', 'type', 'viewbox']);
const POLICY = /\shttp-equiv="content-security-policy"/i;

/**
 * Returns the frame of a page: its elements with their scripts, styles and drawings, without words, addresses and data. So
 * it is about the same for a product with five words and for one with five thousand. Many tags or pictures are repeated
 * elements, which compression reduces to a few bytes each.
 * @param html - the build's output, with attributes in double quotes.
 */
export function frameOf(html: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const found of html.matchAll(RAW)) {
    const [all, name, attributes = '', content = ''] = found;
    parts.push(withoutWords(html.slice(end, found.index)));
    if (name) parts.push(`<${name}>${DATA.test(attributes) ? '' : content}</${name}>`);
    end = found.index + all.length;
  }
  parts.push(withoutWords(html.slice(end)));
  return parts.join('');
}

function withoutWords(html: string): string {
  let frame = '';
  for (const [, , name, attributes = ''] of html.matchAll(TAG)) {
    frame += `<${name}`;
    const isPolicy = POLICY.test(attributes);
    for (const [, attribute = '', value] of attributes.matchAll(ATTRIBUTE)) {
      const kept = OURS.has(attribute.toLowerCase()) || (isPolicy && attribute === 'content');
      frame += value !== undefined && kept ? ` ${attribute}="${value}"` : ` ${attribute}`;
    }
    frame += '>';
  }
  return frame;
}
