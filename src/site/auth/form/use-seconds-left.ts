import { useEffect, useState } from 'react';
import { secondsLeft } from '#site/auth/proof-store.ts';

/** Whole seconds until `moment` (ms since 1970), counting down to 0; null before hydration. */
export function useSecondsLeft(moment: number | undefined): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    if (moment === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const time = Date.now();
      setNow(time);
      // At the next whole second, so that none is skipped.
      if (secondsLeft(moment, time) > 0) timer = setTimeout(tick, (moment - time) % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [moment]);
  return now === null || moment === undefined ? null : secondsLeft(moment, now);
}
