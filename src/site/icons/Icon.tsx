import type { SVGProps } from 'react';

interface Props extends SVGProps<SVGSVGElement> {
  shape: string;
}

/** An icon in an island; `className` adds to its look. */
export function Icon({ shape, className = '', ...attributes }: Props) {
  return (
    <svg
      className={`icon ${className}`.trim()}
      viewBox="0 0 24 24"
      aria-hidden="true"
      {...attributes}
    >
      <path d={shape} />
    </svg>
  );
}
