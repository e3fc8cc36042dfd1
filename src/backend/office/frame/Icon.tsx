/** @jsxImportSource hono/jsx */

/** A decorative drawing. The words beside it have the meaning. */
export const Icon = ({ shape }: { shape: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={shape} />
  </svg>
);
