import { useStore } from '@nanostores/react';
import { type ReactNode, type RefObject, useState, useSyncExternalStore } from 'react';
import { shop } from '#config/shop.ts';
import type { ShippingPlace } from '#contract/app-data.ts';
import { formatNaira } from '#domain/money/money.ts';
import { type CartItem, keyOf, totalQuantity, unitsOf } from '#domain/orders/cart.ts';
import { orderTotal, subtotal } from '#domain/orders/cart-lines.ts';
import { CHEVRON_DOWN, INFO } from '#look/checkout-shapes.ts';
import { CartLine } from '#site/cart/CartLine.tsx';
import { ITEM_REMOVED, removeFromCart, setCartQuantity } from '#site/cart/changes-store.ts';
import { useRowFocus } from '#site/cart/use-row-focus.ts';
import { type LastChange, noteChange, useSaidSum } from '#site/cart/use-said-sum.ts';
import type { DeliveryEstimate } from '#site/delivery/estimate.ts';
import { $shippingPlaces } from '#site/delivery/places-store.ts';
import { useEstimate } from '#site/delivery/use-estimate.ts';
import { Icon } from '#site/icons/Icon.tsx';
import { FROM_LG } from '#site/styles/breakpoints.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import type { Draft } from './draft-store.ts';

const subscribe = (changed: () => void) => {
  const query = matchMedia(FROM_LG);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether there is room for two columns. The server renders for a phone. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(FROM_LG).matches,
    () => false,
  );
}

interface Props {
  items: readonly CartItem[];
  /** The chosen place, if it is in the list. */
  place: ShippingPlace | undefined;
  draft: Draft;
  /** The field for a code, if it belongs here: on a wide page. */
  code: ReactNode;
  /** The discounts. */
  reduced: Reduced | undefined;
  /** While the payment is initialized the order must not change. */
  pending: boolean;
  /** The last change, also in the form: a place chosen there changes the sum. */
  lastChange: LastChange;
  root: RefObject<HTMLElement | null>;
}

type Reduced = ReturnType<typeof import('#site/promotions/CheckoutPromotions.tsx').reduced>;

/** The Order Summary card (spec §2). On phones it is a line with the total that opens. */
export function OrderSummary(props: Props) {
  const { items, place, draft, reduced, pending, lastChange, root } = props;
  const [open, setOpen] = useState(false);
  const rowGoes = useRowFocus(root, items.length);
  const waiting = items.length === 0;
  const units = totalQuantity(items);
  const wide = useWide();
  const estimate = useEstimate(place, draft.state);
  const total = formatNaira(orderTotal(items, place?.amount ?? 0));
  const less = reduced?.words ?? '';
  const toPay = reduced?.toPay ?? total;
  // While the server is asked for discounts, the sum without them is announced.
  const sum = less ? toPay : total;
  const said = useSaidSum(
    place
      ? `Shipping ${formatNaira(place.amount)}. ${less}Total ${sum}. ${estimate ? `${estimate.arrival}.` : ''}`
      : `${less}Total ${sum}, before shipping.`,
    lastChange,
  );

  return (
    <section ref={root} className="panel" aria-labelledby="summary-title">
      <h2 id="summary-title" className="panel-title" tabIndex={-1} data-focus-fallback>
        {wide ? (
          'Order Summary'
        ) : (
          <button
            type="button"
            aria-expanded={open}
            aria-controls="summary"
            disabled={waiting}
            onClick={() => setOpen(!open)}
          >
            Order Summary
            <Icon
              shape={CHEVRON_DOWN}
              className={`size-4! transition-transform lg:hidden ${open ? 'rotate-180' : ''}`}
            />
            {/* The sum has a row of its own, also unseen while the cart is read: the form below stays where it is. */}
            <span className={waiting ? 'invisible' : ''}>
              <span>
                {units === 1 ? '1 item' : `${units} items`}
                {!place && ', before shipping'}
              </span>
              <span className="display text-name">{toPay}</span>
            </span>
          </button>
        )}
      </h2>
      {/* Outside what folds. */}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {/* A fieldset disables all of its controls. */}
      <fieldset
        id="summary"
        disabled={pending}
        className={`min-w-0 ${open ? '' : 'max-lg:hidden'}`}
      >
        <legend className="visually-hidden">Items and sums</legend>
        {waiting ? (
          <Waiting />
        ) : (
          <>
            <ul className="mt-2 divide-y divide-hairline">
              {items.map((item, index) => (
                <CartLine
                  key={keyOf(item)}
                  item={item}
                  units={unitsOf(items, item.id)}
                  minusAtOne="nothing"
                  onQuantity={(quantity) => {
                    noteChange(lastChange);
                    setCartQuantity(keyOf(item), quantity);
                  }}
                  onRemove={() => {
                    noteChange(lastChange);
                    rowGoes(index, 'remove');
                    toast({ ...ITEM_REMOVED, undo: removeFromCart(keyOf(item)) });
                  }}
                />
              ))}
            </ul>
            {props.code}
            <Sums {...props} estimate={estimate} total={toPay} />
          </>
        )}
      </fieldset>
    </section>
  );
}

interface SumsProps extends Pick<Props, 'items' | 'place' | 'draft' | 'reduced'> {
  estimate: DeliveryEstimate | undefined;
  total: string;
}

const LAST = 'mt-2 border-t border-hairline pt-4 text-lead';

function Sums({ items, place, draft, estimate, total, reduced }: SumsProps) {
  const nowhere = useStore($shippingPlaces).list?.length === 0;
  const unknown = nowhere ? 'No delivery yet' : 'Select location';
  const to = [draft.address.trim(), draft.city, draft.state, shop.country].filter(Boolean);
  return (
    <div>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-y-2 border-t border-hairline pt-4">
        <dt>Subtotal</dt>
        <dd className="display text-end">{formatNaira(subtotal(items))}</dd>
        {reduced?.offGoods}
        <dt className="flex items-center">
          Shipping
          <button
            type="button"
            className="icon-button"
            data-open="delivery-panel"
            aria-haspopup="dialog"
            aria-label="About shipping and delivery"
          >
            <Icon shape={INFO} strokeLinecap="round" />
          </button>
        </dt>
        <dd className={`text-end ${place ? 'display' : 'text-ink-soft'}`}>
          {place ? formatNaira(place.amount) : unknown}
        </dd>
        {reduced?.offDelivery}
        <dt className={`font-display ${LAST}`}>Total</dt>
        <dd className={`display text-end ${LAST}`}>{total}</dd>
      </dl>
      {reduced?.hints}
      {place && <p className="mt-4 text-small text-ink-soft">Shipping to: {to.join(', ')}</p>}
      {estimate && (
        <p className="mt-2 text-small">
          {estimate.arrival}{' '}
          <span className="block text-ink-soft">
            {estimate.orderBy}. {estimate.expected}
          </span>
        </p>
      )}
    </div>
  );
}

/** Shown until the cart is read. */
function Waiting() {
  return (
    <div className="mt-6 flex gap-4 max-lg:hidden" aria-hidden="true">
      <div className="skeleton aspect-[4/5] w-20" />
      <div className="flex flex-1 flex-col gap-3 pt-1">
        <div className="skeleton h-4 w-4/5" />
        <div className="skeleton h-4 w-2/5" />
      </div>
    </div>
  );
}
