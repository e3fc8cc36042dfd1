import { useRef, useState } from 'react';
import { CallError } from '#site/client/errors.ts';

/** Runs something that is pressed: once at a time, and with what went wrong with it. */
export function useAction(action: () => Promise<void>) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<CallError>();
  // State arrives a render late: two presses in one frame would both find it false.
  const busy = useRef(false);

  const run = async () => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setError(undefined);
    try {
      await action();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setError(error);
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  return { pending, error, run };
}
