/** @jsxImportSource hono/jsx */
import type { DaySales } from '#backend/today/sales.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { counted } from '#domain/words.ts';

const WIDTH = 600;
const HEIGHT = 120;
/** The space between two bars. */
const GAP = 4;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Returns 'Nov 21' for '2026-11-21'. */
export const shortDay = (day: string): string =>
  `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}`;

const naira = (kobo: number) => formatNaira(Math.round(toNaira(kobo)));

/** The days as bars of naira, with the same data as a table for people who cannot see them. */
export function SalesPlot({ days }: { days: readonly DaySales[] }) {
  const most = Math.max(...days.map(({ kobo }) => kobo), 1);
  const kobo = days.reduce((sum, day) => sum + day.kobo, 0);
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const step = WIDTH / days.length;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure class="plot">
      <figcaption>
        <b class="money">{naira(kobo)}</b> in {counted(orders, 'paid order')} of {days.length} days
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map((day, place) => {
          const height = day.kobo === 0 ? 1 : Math.max(3, (day.kobo / most) * HEIGHT);
          return (
            <rect
              x={String(place * step + GAP / 2)}
              y={String(HEIGHT - height)}
              width={String(step - GAP)}
              height={String(height)}
              class={place === days.length - 1 ? 'today' : undefined}
            />
          );
        })}
      </svg>
      <p class="plot-ends" aria-hidden="true">
        <span>{first && shortDay(first.day)}</span>
        <span>most: {naira(most === 1 ? 0 : most)}</span>
        <span>today</span>
      </p>
      <details>
        <summary>Day by day</summary>
        <table class="sheet">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Orders</th>
              <th scope="col">Naira</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr>
                <th scope="row">{day === last ? 'Today' : shortDay(day.day)}</th>
                <td>{day.orders}</td>
                <td class="money">{naira(day.kobo)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
