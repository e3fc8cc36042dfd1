import { useStore } from '@nanostores/react';
import { formatNaira } from '#domain/money/money.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { reductionWords } from '#domain/orders/sums.ts';
import type { LastChange } from '#site/cart/use-said-sum.ts';
import { $destination } from '#site/delivery/destination-store.ts';
import { $shippingPlaces } from '#site/delivery/places-store.ts';
import { Promotions } from './CheckoutPromotions.tsx';
import type { Quote } from './use-quote.ts';

const nothing = () => {};

/** The field for a code in the cart drawer. It fetches the promotions' discounts on the cart. */
export function CartCode({
  items,
  lastChange,
  onQuote,
}: {
  items: readonly CartItem[];
  lastChange: LastChange;
  onQuote: (quote: Quote) => void;
}) {
  const chosen = useStore($destination)?.place;
  const place = useStore($shippingPlaces).list?.find((each) => each.place === chosen);
  return (
    <Promotions
      items={items}
      place={place}
      pending={false}
      error={undefined}
      onCorrected={nothing}
      lastChange={lastChange}
      onQuote={onQuote}
    />
  );
}

/** The promotions' discounts on the cart, and what is missing for another one. */
export function CartDiscounts({ quote }: { quote: Quote | undefined }) {
  const answer = quote?.answer;
  const taken = (answer?.applied ?? []).map(({ amount, ...each }) =>
    amount > 0 ? `${reductionWords(each)}: ${formatNaira(amount)} off` : reductionWords(each),
  );
  return (
    <div role="status" className="text-small empty:hidden">
      {[...taken, ...(answer?.hints ?? [])].map((words) => (
        <p key={words}>{words}</p>
      ))}
    </div>
  );
}
