import { createHash } from 'node:crypto';
import { NEXT_PAGES } from '#config/next-pages.ts';

/** The hashes of inline scripts and styles by their text. Most texts are on every page. */
const known = new Map<string, string>();

function hashOf(text: string): string {
  let hash = known.get(text);
  if (hash === undefined) {
    hash = `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`;
    known.set(text, hash);
  }
  return hash;
}

/** Matches inline scripts and styles. Data such as JSON-LD needs no hash. */
const INLINE = /<(script|style)(?![^>]*\s(?:src|type="application\/ld\+json"))[^>]*>(.*?)<\/\1>/gs;
const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
const FIRST = '<meta charset="utf-8">';

/**
 * Shortens a page's content security policy and moves it to the top. Astro lists the hashes of all inline scripts of the
 * site in each page, and writes the policy after the first script. A page needs only its own hashes, which saves 400
 * bytes, and the policy must come before the scripts to which it applies.
 * @param html - the page's bytes as Latin-1, one character per byte, so that nothing must be decoded.
 */
export function leanPolicy(html: string): string {
  const [policy] = POLICY.exec(html) ?? [];
  if (policy === undefined) return html;
  const rest = html.replace(policy, '');
  const inline = [...rest.matchAll(INLINE)].map(([, , text = '']) => text);
  // A script of the page adds this one.
  const kept = new Set([...inline, NEXT_PAGES].map(hashOf));
  const lean = policy.replace(/(?:script|style)-src [^;]*/g, (directive) =>
    directive
      .split(' ')
      .filter((source) => !source.startsWith("'sha") || kept.has(source))
      .join(' '),
  );
  return rest.replace(FIRST, (first) => first + lean);
}
