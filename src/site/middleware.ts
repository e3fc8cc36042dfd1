import { defineMiddleware } from 'astro:middleware';
import { createHash } from 'node:crypto';

const hashes = (html: string, tag: string) =>
  new Set(
    [...html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'gs'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
  );

/**
 * Astro names in each page's policy every inline script of the whole site, and writes it behind the first of them. A page
 * needs those that it has, which is 400 bytes less, and it needs the policy before what that is to judge.
 */
function leanPolicy(html: string): string {
  const [policy] = /<meta http-equiv="content-security-policy"[^>]*>/.exec(html) ?? [];
  if (policy === undefined) return html;
  const kept = { script: hashes(html, 'script'), style: hashes(html, 'style') };
  const lean = policy.replace(/(script|style)-src [^;]*/g, (directive, tag: 'script' | 'style') =>
    directive
      .split(' ')
      .filter((source) => !source.startsWith("'sha") || kept[tag].has(source))
      .join(' '),
  );
  return html.replace(policy, '').replace('<meta charset="utf-8">', (first) => first + lean);
}

/** The last hand on every page that is built. */
export const onRequest = defineMiddleware(async (_, next) => {
  const answer = await next();
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
  return new Response(leanPolicy(await answer.text()), answer);
});
