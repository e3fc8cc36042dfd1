import { useRef, useState } from 'react';
import { CallError } from '#site/client/errors.ts';
import { $session } from '#site/session/session-store.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { writeReview } from './reviews-store.ts';
import { advice, type Faults, serverFaults } from './submission.ts';
import { REVIEW_NOT_SUBMITTED, REVIEW_SUBMITTED } from './texts.ts';

/** Sends a review once, and turns what comes of it into words. */
export function useSend(onFaults: (faults: Faults) => void) {
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState('');
  // State arrives a render late: two presses in one frame would both find it false.
  const busy = useRef(false);

  /** Whether the shop has it now. */
  const send = async (body: { rating: number; comment: string }): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    setPending(true);
    setMessage('');
    try {
      await writeReview(body);
      toast(REVIEW_SUBMITTED);
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // The session has ended, and said so: this page is on its way to /login.
      if (error.kind === 401 && !$session.get()) return false;
      toast(REVIEW_NOT_SUBMITTED);
      setMessage(advice(error));
      onFaults(serverFaults(error));
      return false;
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  return { pending, message, send };
}
