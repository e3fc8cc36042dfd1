import { useCallback, useEffect, useState } from 'react';
import type { QuoteAnswer } from '#contract/promotion.ts';
import { CallError } from '#site/client/errors.ts';
import { fetchQuote } from './quotes.ts';

/** Milliseconds to wait for another change. */
const PAUSE = 300;

/** The known promotions of an order. */
export interface Quote {
  /** undefined until the server has answered for just this order: an older answer would show a wrong sum. */
  answer: QuoteAnswer | undefined;
  /** Whether there was a discount that may no longer be valid. */
  asking: boolean;
  failed: boolean;
  again: () => void;
}

/** Fetches the promotions' discounts whenever the order changes. @param asked - from quoteOf; '' fetches nothing. */
export function useQuote(asked: string): Quote {
  /** Counts the requests: an answer to an earlier one may come later, or never. */
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((now) => now + 1), []);
  const [known, setKnown] = useState<{ of: string; answer?: QuoteAnswer } | null>(null);
  const of = `${round} ${asked}`;
  const isKnown = known?.of === of;

  useEffect(() => {
    if (!asked || isKnown) return;
    let isStale = false;
    const timer = setTimeout(() => {
      fetchQuote(asked).then(
        (answer) => !isStale && setKnown({ of, answer }),
        (error: unknown) => {
          if (!(error instanceof CallError)) throw error;
          if (!isStale) setKnown({ of });
        },
      );
    }, PAUSE);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [asked, of, isKnown]);

  const failed = isKnown && !known.answer;
  useEffect(() => {
    if (!failed) return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [failed, again]);

  const asking = Boolean(asked && !isKnown && known?.answer?.discount);
  return { answer: isKnown ? known.answer : undefined, asking, failed, again };
}
