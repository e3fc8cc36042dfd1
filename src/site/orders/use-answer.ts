import { useEffect, useState } from 'react';
import { CallError } from '#site/client/errors.ts';

/** The state of a request. */
export type Answer<T> =
  | { kind: 'waiting' }
  | { kind: 'failed'; error: CallError }
  | { kind: 'known'; data: T };

const WAITING = { kind: 'waiting' } as const;

/**
 * Calls the API for `owner` (not while it is undefined). The answer is shown only to that owner: after a logout or
 * another login it is not rendered for a single frame. `again` drops the answer and asks again. `refresh` asks in the
 * background, and keeps the last answer if that fails.
 */
export function useAnswer<T>(ask: () => Promise<T>, owner: string | undefined) {
  const [held, setHeld] = useState<{ owner: string; answer: Answer<T> }>();
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again, a new function does not
  useEffect(() => {
    if (owner === undefined) return;
    let wanted = true;
    const settle = async () => {
      try {
        const data = await ask();
        if (wanted) setHeld({ owner, answer: { kind: 'known', data } });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (!wanted) return;
        setHeld((now) =>
          now?.owner === owner && now.answer.kind === 'known'
            ? now
            : { owner, answer: { kind: 'failed', error } },
        );
      }
    };
    void settle();
    return () => {
      wanted = false;
    };
  }, [owner, round]);

  const refresh = () => setRound((now) => now + 1);
  const again = () => {
    setHeld(undefined);
    refresh();
  };
  /** Shows what another call has answered. */
  const show = (data: T) =>
    owner !== undefined && setHeld({ owner, answer: { kind: 'known', data } });
  const answer: Answer<T> = held && held.owner === owner ? held.answer : WAITING;
  return { answer, again, refresh, show };
}
