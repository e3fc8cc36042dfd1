import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatNaira } from '#domain/money/money.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { keptWords } from '#domain/promotions/words.ts';
import { $destination } from '#site/delivery/destination-store.ts';
import { $shippingPlaces } from '#site/delivery/places-store.ts';
import { takeCode } from './linked-code.ts';
import { quoteOf } from './quotes.ts';
import { useQuote } from './use-quote.ts';

/** What promotions take off the cart in its drawer, and what is missing for one. */
export function CartPromotions({ items }: { items: readonly CartItem[] }) {
  const chosen = useStore($destination)?.place;
  const place = useStore($shippingPlaces).list?.find((each) => each.place === chosen);
  const [code] = useState(takeCode);
  const { answer } = useQuote(quoteOf({ items, place, code }));
  const taken = (answer?.applied ?? []).map(({ amount, ...each }) =>
    amount > 0 ? `${keptWords(each)}: ${formatNaira(amount)} off` : keptWords(each),
  );
  const refused = answer?.refused ? [answer.refused.message] : [];
  return (
    <div role="status" className="text-small empty:hidden">
      {[...taken, ...refused, ...(answer?.hints ?? [])].map((words) => (
        <p key={words}>{words}</p>
      ))}
    </div>
  );
}
