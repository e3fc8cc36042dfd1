import './live-lines.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '#config/paths.ts';
import { formatNaira } from '#domain/money/money.ts';
import { type CartItem, keyOf, totalQuantity, unitsOf } from '#domain/orders/cart.ts';
import { subtotal } from '#domain/orders/cart-lines.ts';
import { has } from '#site/client/extensions.ts';
import { $destination } from '#site/delivery/destination-store.ts';
import { $shippingPlaces, fetchShippingPlaces } from '#site/delivery/places-store.ts';
import { useEstimate } from '#site/delivery/use-estimate.ts';
import { island } from '#site/lazy/island.tsx';
import { loud, quiet } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';
import { usePart } from '#site/lazy/use-part.ts';
import { DrawerContents } from '#site/panels/DrawerContents.tsx';
import type { Quote } from '#site/promotions/use-quote.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { CartLine } from './CartLine.tsx';
import { $cart } from './cart-store.ts';
import { clearCart, ITEM_REMOVED, removeFromCart, setCartQuantity } from './changes-store.ts';
import { CartSharing } from './sharing/CartSharing.tsx';
import { useRowFocus } from './use-row-focus.ts';
import { noteChange, useLastChange, useSaidSum } from './use-said-sum.ts';

const promotionsPart = lazyPart(() => import('#site/promotions/CartPromotions.tsx'));

/** The fee and date for the place chosen on this device, if there is one. */
function Delivery() {
  const destination = useStore($destination);
  const { list } = useStore($shippingPlaces);
  const chosen = destination?.place;
  useEffect(() => {
    if (chosen) void fetchShippingPlaces();
  }, [chosen]);
  const place = list?.find((each) => each.place === chosen);
  const estimate = useEstimate(place, destination?.state ?? '');
  if (!chosen) return null;
  // One line of room for each, so that the total does not move when they appear.
  return (
    <p className="-mt-2 min-h-[3lh] text-caption text-ink-soft">
      {place && (
        <>
          <span className="flex justify-between gap-4">
            <span className="min-w-0 truncate">plus delivery to {place.place}</span>{' '}
            <span>{place.amount > 0 ? formatNaira(place.amount) : 'Free'}</span>
          </span>
          {estimate && (
            <>
              <span className="block text-ink">{estimate.arrival}</span> {estimate.orderBy}.{' '}
              {estimate.expected}
            </>
          )}
        </>
      )}
    </p>
  );
}

/** The contents of the cart's panel. The panel opens without this script. */
function CartDrawer() {
  const { items } = useStore($cart);
  const root = useRef<HTMLDivElement>(null);
  const rowGoes = useRowFocus(root, items.length);
  const lastChange = useLastChange();
  const total = formatNaira(subtotal(items));
  const said = useSaidSum(`Total ${total}`, lastChange);
  // The checkout shows them itself.
  const promotes = has('promotions') && location.pathname !== paths.checkout;
  const [codeOpen, setCodeOpen] = useState(false);
  // Only a shopper who opens the field is told that it did not load. Each click tries again.
  const promotions = usePart(promotionsPart, promotes, codeOpen ? loud : quiet);
  const [quote, setQuote] = useState<Quote>();

  const remove = (item: CartItem, index: number, control: 'minus' | 'remove') => {
    rowGoes(index, control);
    toast({ ...ITEM_REMOVED, undo: removeFromCart(keyOf(item)) });
  };

  return (
    <DrawerContents
      root={root}
      list="Cart"
      title={`Shopping Cart (${totalQuantity(items)})`}
      empty="Your cart is empty"
      hint="Add some products to get started"
      clear="Clear Cart"
      onClear={clearCart}
      lines={items.map((item, index) => (
        <CartLine
          key={keyOf(item)}
          item={item}
          units={unitsOf(items, item.id)}
          minusAtOne="removes"
          onRemove={() => remove(item, index, 'remove')}
          onQuantity={(quantity) => {
            noteChange(lastChange);
            if (quantity === 0) remove(item, index, 'minus');
            else setCartQuantity(keyOf(item), quantity);
          }}
        />
      ))}
    >
      <div className="flex flex-col gap-4 border-t border-hairline p-5">
        <p className="flex items-baseline justify-between">
          <span>Total</span> <span className="price text-lead">{total}</span>
        </p>
        <p role="status" className="visually-hidden">
          {said}
        </p>
        <Delivery />
        {promotions && <promotions.CartDiscounts quote={quote} />}
        {promotes && (
          // Its line is there at once, so nothing moves under a finger.
          <details onToggle={({ currentTarget }) => setCodeOpen(currentTarget.open)}>
            <summary className="py-2 text-small">Have a code?</summary>
            {promotions && (
              <promotions.CartCode items={items} lastChange={lastChange} onQuote={setQuote} />
            )}
          </details>
        )}
        <a href={paths.checkout} className="button wide" data-close>
          Proceed to Checkout
        </a>
        <CartSharing items={items} />
      </div>
    </DrawerContents>
  );
}

export default island(CartDrawer);
