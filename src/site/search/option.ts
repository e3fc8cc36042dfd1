import { PUBLIC_API_URL, PUBLIC_IMAGE_URL } from 'astro:env/client';
import { formatNaira } from '#domain/money.ts';
import { pictureUrls } from '#site/product-data/pictures.ts';
import { highlight } from './highlight.ts';
import type { Suggestion } from './suggestion.ts';

/** Pixels: 48 on the page, for the densest screens. */
const PICTURE_WIDTHS = [160];

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string) {
  return Object.assign(document.createElement(tag), { className });
}

function picture({ image, color }: Suggestion): HTMLElement {
  const frame = make('span', 'suggestion-picture');
  if (color) {
    // As SVG, since the content security policy blocks `style=`.
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    for (const [name, value] of Object.entries({ fill: color, d: 'M0 0h1v1H0z' }))
      path.setAttribute(name, value);
    for (const [name, value] of Object.entries({ viewBox: '0 0 1 1', preserveAspectRatio: 'none' }))
      svg.setAttribute(name, value);
    svg.append(path);
    frame.append(svg);
  }
  if (!image) return frame;
  const settings = { api: PUBLIC_API_URL, template: PUBLIC_IMAGE_URL };
  const urls = pictureUrls(image, settings, PICTURE_WIDTHS);
  const whole = document.createElement('picture');
  for (const source of urls.sources) {
    whole.append(Object.assign(document.createElement('source'), source, { sizes: '3rem' }));
  }
  const img = Object.assign(document.createElement('img'), { alt: '', width: 48, height: 60 });
  // A picture that cannot be had leaves the empty frame.
  img.addEventListener('error', () => whole.remove());
  whole.append(img);
  img.src = urls.src;
  frame.append(whole);
  return frame;
}

/** A suggestion as an option of the list: a link, so that it opens in another tab too. */
export function drawOption(suggestion: Suggestion, typed: string, number: number): HTMLElement {
  const option = make('a', 'suggestion');
  option.href = suggestion.href;
  option.id = `suggestion-${number}`;
  option.role = 'option';
  option.tabIndex = -1;
  option.ariaSelected = 'false';
  const name = make('span', 'suggestion-name');
  for (const piece of highlight(suggestion.name, typed)) {
    if (!piece.typed) name.append(piece.text);
    else name.append(Object.assign(document.createElement('mark'), { textContent: piece.text }));
  }
  option.append(picture(suggestion), name);
  if (suggestion.price !== undefined) {
    const price = make('span', 'suggestion-price');
    price.textContent = formatNaira(suggestion.price);
    // A space, or name and price are read as one word.
    option.append(' ', price);
  }
  return option;
}
