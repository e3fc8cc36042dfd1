import { html } from '#site/html.ts';

/** Draws an icon, for scripts that write markup. */
export const iconHtml = (shape: string) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${shape}"/></svg>`;
