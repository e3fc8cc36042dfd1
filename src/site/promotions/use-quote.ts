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
  /** Counts how often it was asked anew: an answer to an earlier question may come later, or never. */
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
