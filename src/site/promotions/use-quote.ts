import { useCallback, useEffect, useState } from 'react';
import type { QuoteAnswer } from '#contract/promotion.ts';
import { CallError } from '#site/client/errors.ts';
import { fetchQuote } from './quotes.ts';

/** Milliseconds to wait for a further change. */
const PAUSE = 300;

/** What is known of an order's promotions. */
export interface Quote {
  /** Undefined until the server has answered about just this order: an older answer would show a wrong sum. */
  answer: QuoteAnswer | undefined;
  /** Something was taken off, and may be no more. */
  asking: boolean;
  failed: boolean;
  again: () => void;
}

/** Asks what promotions take off, whenever the order changes. @param asked - of quoteOf; '' asks nothing. */
export function useQuote(asked: string): Quote {
  const [known, setKnown] = useState<{ asked: string; answer?: QuoteAnswer } | null>(null);
  const again = useCallback(() => setKnown(null), []);
  const isKnown = known?.asked === asked;

  useEffect(() => {
    if (!asked || isKnown) return;
    let isStale = false;
    const timer = setTimeout(() => {
      fetchQuote(asked).then(
        (answer) => !isStale && setKnown({ asked, answer }),
        (error: unknown) => {
          if (!(error instanceof CallError)) throw error;
          if (!isStale) setKnown({ asked });
        },
      );
    }, PAUSE);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [asked, isKnown]);

  const failed = isKnown && !known.answer;
  useEffect(() => {
    if (!failed) return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [failed, again]);

  const asking = Boolean(asked && !isKnown && known?.answer?.discount);
  return { answer: isKnown ? known.answer : undefined, asking, failed, again };
}
