import { paths } from '#config/paths.ts';
import { formatNaira } from '#domain/money/money.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { LinePicture } from './LinePicture.tsx';

interface Props {
  item: CartItem;
  /** The units in all lines of its product. */
  units: number;
  /** What minus does at 1: nothing at checkout, and in the drawer it removes the line (spec §4). */
  minusAtOne: 'nothing' | 'removes';
  onQuantity: (quantity: number, part: 'minus' | 'plus') => void;
  onRemove: () => void;
}

const step = 'icon-button aria-disabled:text-edge';

/** A minus or a plus. */
const sign = (d: string) => (
  <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14">
    <path d={d} stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
  </svg>
);

/** One line of the cart, in the drawer and in the order summary. */
export function CartLine({ item, units, minusAtOne, onQuantity, onRemove }: Props) {
  const { name, quantity, qtyAvailable } = item;
  const stuck = minusAtOne === 'nothing' && quantity <= 1;
  const full = units >= qtyAvailable;
  return (
    <li className="flex gap-4 py-4">
      <LinePicture image={item.image} name={item.name} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <a
          href={paths.product(item.id)}
          dir="auto"
          className="text-left leading-snug hover:text-amber"
          data-close
        >
          {name}
        </a>
        {/* What the browser has kept may be anything. */}
        <p className="text-caption text-ink-soft empty:hidden">
          {item.chosen?.map?.((part) => part?.name).join(', ')}
        </p>
        <p className="price">{formatNaira(item.price)}</p>
        <div className="mt-1 flex items-center justify-between gap-2">
          <fieldset className="flex items-center rounded-control border border-edge">
            <legend className="visually-hidden">Quantity of {name}</legend>
            {/* `disabled` would lose the focus at the last step. */}
            <button
              type="button"
              data-part="minus"
              className={step}
              aria-disabled={stuck}
              aria-label={
                quantity === 1 && !stuck ? `Take ${name} out of the cart` : `One ${name} less`
              }
              onClick={() => !stuck && onQuantity(quantity - 1, 'minus')}
            >
              {sign('M2 7h10')}
            </button>
            <output className="min-w-7 text-center">
              {quantity} <span className="visually-hidden">in the cart</span>
            </output>
            <button
              type="button"
              data-part="plus"
              className={step}
              aria-disabled={full}
              aria-label={`One ${name} more`}
              onClick={() => !full && onQuantity(quantity + 1, 'plus')}
            >
              {sign('M2 7h10M7 2v10')}
            </button>
          </fieldset>
          <button
            type="button"
            data-part="remove"
            className="link -me-2 grid min-h-11 place-items-center px-2 text-caption"
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          >
            Remove
          </button>
        </div>
        {full && (
          <p className="text-caption text-ink-soft">
            {units > qtyAvailable ? `Only ${qtyAvailable} left` : 'That is all we have in stock.'}
          </p>
        )}
      </div>
    </li>
  );
}
