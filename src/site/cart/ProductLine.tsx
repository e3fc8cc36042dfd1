import type { ReactNode } from 'react';
import { paths } from '#config/paths.ts';
import { formatNaira } from '#domain/money/money.ts';
import { LinePicture } from './LinePicture.tsx';

interface Props {
  item: { id: string; name: string; price: number; image: string };
  /** Shown below the name. */
  note?: ReactNode;
  /** The class for the distance of the row of controls. */
  row: string;
  /** The controls before 'Remove'. */
  children: ReactNode;
  /** Shown below the controls. */
  below?: ReactNode;
  onRemove: () => void;
}

/** One line of the cart or the wishlist. */
export function ProductLine({ item, note, row, children, below, onRemove }: Props) {
  const { id, name, price, image } = item;
  return (
    <li className="flex gap-4 py-4">
      <LinePicture image={image} name={name} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <a
          href={paths.product(id)}
          dir="auto"
          className="text-left leading-snug hover:text-amber"
          data-close
        >
          {name}
        </a>
        {note}
        <p className="price">{formatNaira(price)}</p>
        <div className={`flex items-center justify-between gap-2 ${row}`}>
          {children}
          <button
            type="button"
            data-control="remove"
            className="link -me-2 grid min-h-11 place-items-center px-2 text-caption"
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          >
            Remove
          </button>
        </div>
        {below}
      </div>
    </li>
  );
}
