import { createHash } from 'node:crypto';

/** Hashes of inline scripts and styles by their text: most are on every page. */
const known = new Map<string, string>();

function hashOf(text: string): string {
  let hash = known.get(text);
  if (hash === undefined) {
    hash = `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`;
    known.set(text, hash);
  }
  return hash;
}

/** What a page runs or applies in line; data, such as JSON-LD, needs no leave. */
const INLINE = /<(script|style)(?![^>]*\s(?:src|type="application\/ld\+json"))[^>]*>(.*?)<\/\1>/gs;
const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
const FIRST = '<meta charset="utf-8">';

/**
 * Astro names in each page's policy every inline script of the whole site, and writes it behind the first of them. A page
 * needs those that it has, which is 400 bytes less, and it needs the policy before what that is to judge.
 * @param html - the page's bytes as Latin-1, a character each: so nothing has to be decoded.
 */
export function leanPolicy(html: string): string {
  const [policy] = POLICY.exec(html) ?? [];
  if (policy === undefined) return html;
  const rest = html.replace(policy, '');
  const kept = new Set([...rest.matchAll(INLINE)].map(([, , text = '']) => hashOf(text)));
  const lean = policy.replace(/(?:script|style)-src [^;]*/g, (directive) =>
    directive
      .split(' ')
      .filter((source) => !source.startsWith("'sha") || kept.has(source))
      .join(' '),
  );
  return rest.replace(FIRST, (first) => first + lean);
}
