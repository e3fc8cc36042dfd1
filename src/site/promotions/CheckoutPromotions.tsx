/**
 * The promotions at checkout: the field for a code, the rows beside the total, what is missing for more. It includes
 * the code that fetches them, so it loads with the first touch, or at once for a shopper with a code. The drawer has
 * only the field.
 */
import { useStore } from '@nanostores/react';
import { Fragment, useLayoutEffect, useState } from 'react';
import type { QuoteAnswer } from '#contract/promotion.ts';
import { lagosUntil } from '#domain/lagos-date.ts';
import { formatNaira } from '#domain/money/money.ts';
import { rowsOfCart, type SumRow, sumText } from '#domain/orders/sums.ts';
import { type LastChange, noteChange } from '#site/cart/use-said-sum.ts';
import { $draft, keepDraft } from '#site/checkout/draft-store.ts';
import { PromotionCodeField, takeCode } from './PromotionCodeField.tsx';
import { type Quoted, quoteOf } from './quotes.ts';
import { type Quote, useQuote } from './use-quote.ts';

interface Props extends Quoted {
  /** Whether the order is being sent. */
  pending: boolean;
  /** The server's refusal of the code with the order, and a function that removes it. */
  error: string | undefined;
  onCorrected: () => void;
  lastChange: LastChange;
  onQuote: (quote: Quote) => void;
}

/** The field, and the quote for the order with the applied code. */
export function Promotions(props: Props) {
  const { pending, error, onCorrected, lastChange, onQuote, ...order } = props;
  // Not while typing. Sending the order also sends a typed code that was never applied.
  const [applied, setApplied] = useState(takeCode);
  const [replaced, setReplaced] = useState<Counting>();
  const typed = useStore($draft).code;
  if (pending && !error && applied !== typed) setApplied(typed);
  // The order's check of a code knows more than the quote's. The sum is now without the code.
  if (error && applied) setApplied('');
  const quote = useQuote(order.items.length > 0 ? quoteOf({ ...order, code: applied }) : '');
  const { answer, asking, failed, again } = quote;
  // Before anything is painted: no sum may be shown beside an order that it does not belong to.
  useLayoutEffect(() => {
    onQuote({ answer, asking, failed, again });
  }, [onQuote, answer, asking, failed, again]);
  const type = (code: string) => {
    keepDraft({ code });
    if (error) onCorrected();
  };
  const apply = (code: string) => {
    noteChange(lastChange);
    type(code);
    setApplied(code);
    const before = answer && typedIn(answer);
    if (before?.endsAt) setReplaced(before);
  };
  return (
    <PromotionCodeField
      code={{ typed, applied, pending, error, onType: type, onApply: apply }}
      quote={quote}
      note={answer && applied && replaced && replacedWords(replaced, answer)}
    />
  );
}

type Items = Parameters<typeof rowsOfCart>[0];
type Counting = QuoteAnswer['applied'][number];

const typedIn = ({ applied }: QuoteAnswer) =>
  applied.find(({ code, own }) => code !== undefined && !own);

/** Returns which of two codes an order uses, and what happens to one that gives back an earlier payment. */
function replacedWords({ code = '', endsAt = '' }: Counting, answer: QuoteAnswer): string {
  if (answer.applied.some((each) => each.code === code)) return '';
  const now = typedIn(answer);
  const counts = now ? `The code ${now.code} counts. ` : '';
  return `${counts}The code ${code} is not used, and stays valid until ${lagosUntil(endsAt)}.`;
}

/** Returns the sums of an order, and the rows between those that the checkout renders itself. */
export function reduced({ items, place }: Pick<Quoted, 'place'> & { items: Items }, quote: Quote) {
  const rows = rowsOfCart(items, place, quote.answer?.applied);
  const fee = rows.findIndex(({ is }) => is === 'fee');
  const total = rows.at(-1);
  const toPay = quote.asking || !total ? '…' : sumText(total);
  const off = quote.answer?.discount ?? 0;
  return {
    toPay,
    words: off > 0 ? `${formatNaira(off)} off. ` : '',
    offGoods: <Off rows={rows.slice(0, fee)} />,
    offDelivery: <Off rows={rows.slice(fee)} />,
    hints: <Hints quote={quote} />,
  };
}

/** The discounts among these rows. */
const Off = ({ rows }: { rows: readonly SumRow[] }) =>
  rows.flatMap((row) =>
    row.is === 'off' ? (
      <Fragment key={row.label}>
        <dt>{row.label}</dt>
        <dd className="display off text-end">{sumText(row)}</dd>
      </Fragment>
    ) : (
      []
    ),
  );

/** The conditions for a further discount, or that nothing is known. */
function Hints({ quote }: { quote: Quote }) {
  return (
    <div role="status" className="mt-2 grid gap-2 text-small empty:hidden">
      {quote.failed && (
        <p>
          The shop did not say what is taken off.{' '}
          <button type="button" className="link" onClick={quote.again}>
            Ask again
          </button>
        </p>
      )}
      {quote.answer?.hints.map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
    </div>
  );
}
