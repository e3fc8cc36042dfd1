import type { CartItem } from '#domain/orders/cart.ts';
import { ProductLine } from './ProductLine.tsx';

interface Props {
  item: CartItem;
  /** Units of the product in all lines. */
  units: number;
  /** The effect of minus at 1: nothing at checkout; in the drawer it removes the line (spec §4). */
  minusAtOne: 'nothing' | 'removes';
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

const step = 'icon-button aria-disabled:text-edge';

/** Draws a minus or a plus. */
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
    <ProductLine
      item={item}
      note={
        // The stored value may be anything.
        <p className="text-caption text-ink-soft empty:hidden">
          {item.chosen?.map?.((chosen) => chosen?.name).join(', ')}
        </p>
      }
      row="mt-1"
      below={
        full && (
          <p className="text-caption text-ink-soft">
            {units > qtyAvailable ? `Only ${qtyAvailable} left` : 'That is all we have in stock.'}
          </p>
        )
      }
      onRemove={onRemove}
    >
      <fieldset className="flex items-center rounded-control border border-edge">
        <legend className="visually-hidden">Quantity of {name}</legend>
        {/* `disabled` would lose the focus at the last unit. */}
        <button
          type="button"
          data-control="minus"
          className={step}
          aria-disabled={stuck}
          aria-label={
            quantity === 1 && !stuck ? `Take ${name} out of the cart` : `One ${name} less`
          }
          onClick={() => !stuck && onQuantity(quantity - 1)}
        >
          {sign('M2 7h10')}
        </button>
        <output className="min-w-7 text-center">
          {quantity} <span className="visually-hidden">in the cart</span>
        </output>
        <button
          type="button"
          className={step}
          aria-disabled={full}
          aria-label={`One ${name} more`}
          onClick={() => !full && onQuantity(quantity + 1)}
        >
          {sign('M2 7h10M7 2v10')}
        </button>
      </fieldset>
    </ProductLine>
  );
}
