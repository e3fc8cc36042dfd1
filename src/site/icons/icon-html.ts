/** An icon as HTML, for scripts that write markup. */
export const iconHtml = (shape: string) =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${shape}"/></svg>`;
