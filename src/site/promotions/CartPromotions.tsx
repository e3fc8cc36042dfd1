import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatNaira } from '#domain/money/money.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { keptWords } from '#domain/promotions/words.ts';
import type { LastChange } from '#site/cart/use-said-sum.ts';
import { $destination } from '#site/delivery/destination-store.ts';
import { $shippingPlaces } from '#site/delivery/places-store.ts';
import { Promotions } from './CheckoutPromotions.tsx';
import type { Quote } from './use-quote.ts';

const nothing = () => {};

/** What promotions take off the cart in its drawer, what is missing for one, and the field for a code. */
export function CartPromotions({
  items,
  lastChange,
}: {
  items: readonly CartItem[];
  lastChange: LastChange;
}) {
  const chosen = useStore($destination)?.place;
  const place = useStore($shippingPlaces).list?.find((each) => each.place === chosen);
  const [quote, setQuote] = useState<Quote>();
  const answer = quote?.answer;
  const taken = (answer?.applied ?? []).map(({ amount, ...each }) =>
    amount > 0 ? `${keptWords(each)}: ${formatNaira(amount)} off` : keptWords(each),
  );
  return (
    <>
      <div role="status" className="text-small empty:hidden">
        {[...taken, ...(answer?.hints ?? [])].map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
      <details>
        <summary className="py-2 text-small">Have a code?</summary>
        <Promotions
          items={items}
          place={place}
          pending={false}
          error={undefined}
          onMended={nothing}
          lastChange={lastChange}
          onQuote={setQuote}
        />
      </details>
    </>
  );
}
