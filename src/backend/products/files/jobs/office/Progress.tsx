/** @jsxImportSource hono/jsx */
import type { ImportDetails } from '#backend/products/files/jobs/queries.ts';
import { counted, number } from '#domain/words.ts';
import { importPage } from './addresses.ts';
import { DOING, UNDER_WAY } from './words.ts';

/** The progress of an import. The page reloads by itself and may be closed. */
export function Progress({ details }: { details: ImportDetails }) {
  const { id, state, doing, done, total } = details.import;
  return (
    <section class="stack" role="status">
      <p>{UNDER_WAY[state]}</p>
      {doing && <Bar label={DOING[doing]} done={done} of={total} minutes={details.minutesLeft} />}
      <p class="soft">
        You may close this page. <a href={importPage(id)}>Look again</a>
      </p>
    </section>
  );
}

/** A part of a total, as a bar and in words. @param of - null while the total is unknown. */
export function Bar({
  label,
  done,
  of,
  minutes,
}: {
  label: string;
  done: number;
  of: number | null;
  minutes: number | null;
}) {
  return (
    <div class="bar-of">
      <p>
        {label}: {number(done)}
        {of === null ? '' : ` of ${number(of)}`}
        {minutes ? `, about ${counted(minutes, 'minute')} left` : ''}
      </p>
      <progress
        aria-label={label}
        value={of === null ? undefined : Math.min(done, of)}
        max={of ?? 1}
      />
    </div>
  );
}
