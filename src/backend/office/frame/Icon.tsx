/** @jsxImportSource hono/jsx */

/** A drawing. It says nothing by itself: words stand beside it. */
export const Icon = ({ shape }: { shape: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={shape} />
  </svg>
);
