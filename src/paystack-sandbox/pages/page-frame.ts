import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { PAGE_CSS } from './page-style.ts';

/** Escaped markup, as hono's `html` makes it. */
export type Markup = ReturnType<typeof html>;

// The style is a constant and contains nothing from a request.
const style = raw(`<style>${PAGE_CSS}</style>`);

/** The frame of every page. `refresh` loads the page at `to` after some seconds. */
export function frame(page: {
  title: string;
  body: Markup;
  wide?: boolean;
  refresh?: { seconds: number; to: string };
}): Markup {
  const { title, body, refresh } = page;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
${refresh ? html`<meta http-equiv="refresh" content="${refresh.seconds}; url=${refresh.to}">` : ''}
${style}
</head>
<body>
<header class="test">Test mode. No money moves.</header>
<main${page.wide ? html` class="wide"` : ''}>
${body}
</main>
</body>
</html>`;
}

/** Answers with a page, which no browser keeps: the next time it may say something else. */
export const show = (c: Context, page: Markup, status: 200 | 404 = 200) =>
  c.html(page, status, { 'cache-control': 'no-store' });
