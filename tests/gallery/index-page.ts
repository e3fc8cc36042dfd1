import type { Screen, State } from './state.ts';
import { addressOf, SCREEN_HEIGHTS } from './visit.ts';

const SIZES: Readonly<Record<string, number>> = SCREEN_HEIGHTS;
const SCHEMES = ['system', 'light', 'dark'] as const;

/** Returns the gallery's index: one screen in all its states, each in a frame with its own origin. */
export function indexPage(
  screens: readonly Screen[],
  port: number,
  query: URLSearchParams,
): string {
  const shown = screens.find(({ name }) => name === query.get('screen')) ?? screens[0];
  const width = String(query.get('width') ?? '') in SIZES ? String(query.get('width')) : '360';
  const scheme = SCHEMES.find((name) => name === query.get('scheme')) ?? 'system';
  const link = (change: Record<string, string>, text: string) => {
    const now = { screen: shown?.name ?? '', width, scheme };
    const to = { ...now, ...change };
    const here = JSON.stringify(now) === JSON.stringify(to) ? ' aria-current="page"' : '';
    return `<a href="?${new URLSearchParams(to)}"${here}>${text}</a>`;
  };
  const frame = (state: State) => {
    const url = asText(addressOf(state, port, scheme === 'system' ? undefined : scheme));
    const wide = state.narrow ? '360' : width;
    return `<figure id="${state.name}"><figcaption><a href="${url}" target="_blank">${state.name}</a> ${asText(state.route)}</figcaption>
<iframe src="${url}" title="${state.name}" loading="lazy" width="${wide}" height="${SIZES[wide]}"></iframe></figure>`;
  };
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shown?.title} · Gallery of states</title>
<style>${STYLE}</style>
<header>
<h1>Gallery of states</h1>
<nav aria-label="Width">${Object.keys(SIZES)
    .map((size) => link({ width: size }, `${size} px`))
    .join('')}</nav>
<nav aria-label="Scheme">${SCHEMES.map((name) => link({ scheme: name }, name)).join('')}</nav>
</header>
<nav class="screens" aria-label="Screens">${screens
    .map(({ name, title, states }) =>
      link({ screen: name }, `${title} <small>${states.length}</small>`),
    )
    .join('')}</nav>
<main><h2>${shown?.title}</h2><div>${shown?.states.map(frame).join('\n')}</div></main>
</html>`;
}

const asText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif }
body { margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr) }
header { grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; gap: 1rem 3rem; flex-wrap: wrap;
  align-items: baseline; padding: .75rem 1.5rem; background: Canvas; border-bottom: 1px solid #8886 }
h1 { font-size: 1.1rem; margin: 0 }
h2 { margin: 0 0 1rem }
nav a { padding: .3rem .6rem; border-radius: .3rem; color: inherit; text-decoration: none }
nav a[aria-current] { background: #8883; font-weight: 600 }
.screens { position: sticky; top: 3.2rem; align-self: start; display: grid; padding: 1rem }
.screens small { opacity: .6 }
main { padding: 1.5rem }
main div { display: flex; flex-wrap: wrap; gap: 2rem }
figure { margin: 0; max-width: 100%; overflow-x: auto }
figcaption { margin-bottom: .4rem; opacity: .9 }
iframe { border: 1px solid #8888; background: Canvas }
@media (max-width: 50rem) { body { display: block } .screens { display: flex; flex-wrap: wrap; position: static } }`;
