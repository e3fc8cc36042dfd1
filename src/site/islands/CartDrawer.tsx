import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import '../controls/live-lines.ts';
import { paths } from '#config/paths.ts';
import { type CartItem, subtotal, totalQuantity } from '#domain/cart.ts';
import { formatNaira } from '#domain/money.ts';
import { $cart, clearCart, removeFromCart, setCartQuantity } from '../stores/cart.ts';
import { ITEM_REMOVED, toast } from '../stores/toasts.ts';
import { CartLine } from './cart/CartLine.tsx';
import { useRowFocus } from './cart/use-row-focus.ts';

/** What the cart's panel holds; the panel itself is in CartDrawer.astro and opens without this script. */
export default function CartDrawer() {
  const { items } = useStore($cart);
  const root = useRef<HTMLDivElement>(null);
  const rowGoes = useRowFocus(root, items.length);

  const remove = (item: CartItem, index: number, part: 'minus' | 'remove') => {
    rowGoes(index, part);
    removeFromCart(item.id);
    toast(ITEM_REMOVED);
  };

  return (
    <div ref={root} className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-17 items-center gap-4 border-b border-hairline ps-5 pe-16">
        <h2 id="cart-title" className="panel-title" tabIndex={-1} data-focus-fallback>
          Shopping Cart ({totalQuantity(items)})
        </h2>
        {items.length > 0 && (
          <button
            type="button"
            className="link ms-auto min-h-11 text-small"
            onClick={() => {
              clearCart();
              root.current?.querySelector<HTMLElement>('[data-focus-fallback]')?.focus();
            }}
          >
            Clear Cart
          </button>
        )}
      </div>
      {items.length === 0 && (
        <div className="flex flex-1 flex-col items-start justify-center gap-2 px-5 pb-24">
          <p className="font-display text-lead">Your cart is empty</p>
          <p className="text-ink-soft">Add some products to get started</p>
          <a href={paths.products} className="button button-quiet mt-4" data-close>
            See all fragrances
          </a>
        </div>
      )}
      {items.length > 0 && (
        <>
          <ul className="min-h-0 flex-1 divide-y divide-hairline overflow-y-auto overscroll-contain px-5">
            {items.map((item, index) => (
              <CartLine
                key={item.id}
                item={item}
                minusAtOne="removes"
                onRemove={() => remove(item, index, 'remove')}
                onQuantity={(quantity) =>
                  quantity === 0 ? remove(item, index, 'minus') : setCartQuantity(item.id, quantity)
                }
              />
            ))}
          </ul>
          <div className="flex flex-col gap-4 border-t border-hairline p-5">
            <p
              className="flex items-baseline justify-between"
              aria-live="polite"
              aria-atomic="true"
            >
              <span>Total</span>{' '}
              <span className="price text-lead">{formatNaira(subtotal(items))}</span>
            </p>
            <a href={paths.checkout} className="button wide" data-close>
              Proceed to Checkout
            </a>
          </div>
        </>
      )}
    </div>
  );
}
