import { shop } from '#config/shop.ts';
import { seller } from './closing.ts';
import type { BillRow, Draft, Link, Part, Row, Words } from './draft.ts';

/** The colours of src/look/tokens.css, by name. Each pair of text and background is AA in both schemes. */
const LIGHT = {
  paper: '#f7f1e6',
  ink: '#27170d',
  soft: '#665040',
  line: '#d9cbb6',
  link: '#8f4a06',
};
const DARK = {
  paper: '#1a100a',
  ink: '#f3e8d6',
  soft: '#bda78f',
  line: '#402d20',
  link: '#eda94b',
};

/** For mail programs in dark mode that read style sheets. The others use the light colours, which are inline. */
const DARK_SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${DARK.paper}!important;color:${DARK.ink}!important}
.soft{color:${DARK.soft}!important}
.line{border-color:${DARK.line}!important}
.link{color:${DARK.link}!important}
.button{background:${DARK.ink}!important;color:${DARK.paper}!important}
}`;

const DISPLAY = "Georgia,'Times New Roman',serif";
const TEXT = "Verdana,'Segoe UI',Roboto,sans-serif";

/** Escapes text, so that nothing a customer typed becomes markup. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Returns the HTML of an email. Styles are inline, because many mail programs read nothing else. It loads pictures of the
 * items from the shop itself, and nothing else.
 */
export function emailHtml({ title, parts, closing }: Pick<Draft, 'title' | 'parts' | 'closing'>) {
  return `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DARK_SHEET}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT.paper};color:${LIGHT.ink}">
<div class="paper" style="padding:28px 20px;background:${LIGHT.paper};color:${LIGHT.ink};font:16px/1.6 ${TEXT};-webkit-text-size-adjust:100%">
<div role="article" aria-label="${escapeHtml(title)}" style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
<p style="margin:0 0 28px;font:22px/1.2 ${DISPLAY}">${shop.name}</p>
<h1 style="margin:0 0 20px;font:normal 30px/1.15 ${DISPLAY}">${escapeHtml(title)}</h1>
${parts.map(part).join('\n')}
<div class="line soft" style="margin:36px 0 0;padding:16px 0 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.soft}">
${paragraph(closing)}
<p style="margin:0">${escapeHtml(seller())}</p>
</div>
</div>
</div>
</body>
</html>`;
}

function part(given: Part): string {
  if ('words' in given) return words(given.words);
  if ('code' in given) {
    return `<p style="margin:24px 0;font:36px/1.2 ${DISPLAY};letter-spacing:6px">${escapeHtml(given.code)}</p>`;
  }
  if ('list' in given) {
    const lines = given.list.map((line) => `<li style="margin:0 0 6px">${escapeHtml(line)}</li>`);
    return `<ul style="margin:0 0 16px;padding:0 0 0 22px">${lines.join('')}</ul>`;
  }
  if ('facts' in given) return `<dl style="margin:0 0 20px">${given.facts.map(fact).join('')}</dl>`;
  const last = given.sums.length - 1;
  const span = given.bill.some(([, , picture]) => picture) ? 2 : 1;
  const rows = [
    ...given.bill.map((row) => bought(row, span)),
    ...given.sums.map((row, index) => sum(row, span, index === last)),
  ];
  return `<table style="width:100%;margin:20px 0;border-collapse:collapse;font:inherit">${rows.join('')}</table>`;
}

/** Returns a paragraph, or a button for a lone link. */
function words(given: Words): string {
  const [link, ...others] = typeof given === 'string' ? [] : given;
  return typeof link === 'object' && others.length === 0 ? button(link) : paragraph(given);
}

const button = ({ text, href }: Link) =>
  `<p style="margin:24px 0"><a class="button" href="${escapeHtml(href)}" style="display:inline-block;padding:14px 24px;border-radius:2px;background:${LIGHT.ink};color:${LIGHT.paper};text-decoration:none">${escapeHtml(text)}</a></p>`;

const paragraph = (words: Words) => `<p style="margin:0 0 16px">${inline(words)}</p>`;

const inline = (words: Words): string =>
  typeof words === 'string'
    ? escapeHtml(words)
    : words.map((word) => (typeof word === 'string' ? escapeHtml(word) : anchor(word))).join('');

const anchor = ({ text, href }: Link) =>
  `<a class="link" href="${escapeHtml(href)}" style="color:${LIGHT.link};text-decoration:underline">${escapeHtml(text)}</a>`;

const CELL = `padding:8px 0;border-bottom:1px solid ${LIGHT.line};vertical-align:top;font-weight:normal`;

/** Returns a name above its value. Beside it, an address or a reference would not fit on a phone. */
const fact = ([name, value]: Row) =>
  `<dt class="soft" style="margin:10px 0 0;color:${LIGHT.soft}">${escapeHtml(name)}</dt><dd style="margin:0">${escapeHtml(value)}</dd>`;

const HEAD = 'padding-right:12px;text-align:left';

/** Returns an item. The picture has a separate cell, so that a long name stays beside it. */
const bought = ([name, value, picture]: BillRow, span: number) =>
  picture
    ? `<tr><td class="line" style="${CELL};width:60px"><img src="${escapeHtml(picture)}" alt="" width="48" height="60" style="display:block;border:0"></td>${cells([name, value], 1, false)}</tr>`
    : sum([name, value], span, false);

/** Returns a sum. The last one is the total. */
const sum = (row: Row, span: number, total: boolean) => `<tr>${cells(row, span, total)}</tr>`;

const cells = ([name, value]: Row, span: number, total: boolean) =>
  `<th scope="row"${span > 1 ? ` colspan="${span}"` : ''} class="line" style="${CELL};${HEAD}">${escapeHtml(name)}</th><td class="line" style="${CELL};text-align:right;white-space:nowrap${total ? `;font:20px/1.3 ${DISPLAY}` : ''}">${escapeHtml(value)}</td>`;
