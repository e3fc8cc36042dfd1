import { useEffect, useState } from 'react';
import { CallError } from '#site/client/errors.ts';

/** What is known of something that the API was asked for. */
export type Answer<T> =
  | { kind: 'waiting' }
  | { kind: 'failed'; error: CallError }
  | { kind: 'known'; data: T };

const WAITING = { kind: 'waiting' } as const;

/**
 * Asks the API in the name of `owner` (nothing while undefined), and gives what it answered to that owner alone: once
 * another has logged in, or nobody is, what was there before is not drawn for a single frame. `again` forgets the answer
 * and asks anew; `refresh` asks quietly, and keeps what is known if that fails.
 */
export function useAnswer<T>(ask: () => Promise<T>, owner: string | undefined) {
  const [held, setHeld] = useState<{ owner: string; answer: Answer<T> }>();
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks anew, a new function does not
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
  const answer: Answer<T> = held && held.owner === owner ? held.answer : WAITING;
  return { answer, again, refresh };
}
