import { $toasts, dismissToast, type Toast, UNDO_FOR } from './toasts-store.ts';

/** Milliseconds. Errors take longer to read. */
const SHOWN_FOR = { good: 5000, bad: 9000 };

const timers = new Map<number, ReturnType<typeof setTimeout>>();
let paused = false;

/** Removes a toast after its time, unless all are paused. */
export function startTimer({ id, undo, tone }: Toast): void {
  if (!paused)
    timers.set(
      id,
      setTimeout(() => dismissToast(id), undo ? UNDO_FOR : SHOWN_FOR[tone ?? 'good']),
    );
}

export function stopTimer(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export function pause(stop: boolean): void {
  paused = stop;
  for (const id of timers.keys()) stopTimer(id);
  if (!stop) $toasts.get().forEach(startTimer);
}
