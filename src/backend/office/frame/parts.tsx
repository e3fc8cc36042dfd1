/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx';
import { lagosMoment } from '#domain/lagos-date.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';

/** An amount, from whole kobo. */
export const Money = ({ kobo }: { kobo: number }) => (
  <span class="money">{formatNaira(toNaira(kobo))}</span>
);

/** A moment in Lagos: 'November 21, 2026 at 6:22 PM'. */
export const Time = ({ at }: { at: Date }) => (
  <time datetime={at.toISOString()}>{lagosMoment(at)}</time>
);

/** A box with a heading. */
export const Panel = ({ title, children }: PropsWithChildren<{ title?: string }>) => (
  <section class="panel">
    {title && <h2>{title}</h2>}
    {children}
  </section>
);

/** Names with their values, such as the facts of an order. */
export const Facts = ({ rows }: { rows: readonly (readonly [name: string, value: Child])[] }) => (
  <dl class="facts">
    {rows.map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** A row of a list: a large link with a line under it, more below that, and something at its end. */
export const Row = ({
  href,
  title,
  under,
  below,
  end,
}: {
  href?: string;
  title: Child;
  under?: Child;
  below?: Child;
  end?: Child;
}) => (
  <li class="row">
    <div class="row-text">
      {href ? <a href={href}>{title}</a> : <strong>{title}</strong>}
      {under && <p>{under}</p>}
      {below}
    </div>
    {end && <div class="row-end">{end}</div>}
  </li>
);

/** A list of rows, or the sentence for an empty one. */
export const List = ({ empty, children }: PropsWithChildren<{ empty: string }>) => {
  const rows = (Array.isArray(children) ? children.flat() : [children]).filter(Boolean);
  return rows.length > 0 ? <ul class="list">{rows}</ul> : <p class="empty">{empty}</p>;
};

/** A short word about a state, such as 'shipped'. */
export const Badge = ({
  tone = 'plain',
  children,
}: PropsWithChildren<{ tone?: 'plain' | 'good' | 'warn' | 'bad' }>) => (
  <span class={`badge ${tone}`}>{children}</span>
);

/** Links to the pages of a list, by number from 1. The other fields of the query stay. */
export function Pager({
  path,
  query,
  page,
  pages,
}: {
  path: string;
  query: URLSearchParams;
  page: number;
  pages: number;
}) {
  if (pages <= 1) return null;
  const to = (number: number) => {
    const next = new URLSearchParams(query);
    next.delete('done');
    next.set('page', String(number));
    return `${path}?${next}`;
  };
  return (
    <nav class="pager" aria-label="Pages">
      {page > 1 ? (
        <a href={to(page - 1)} rel="prev">
          Earlier
        </a>
      ) : (
        <span></span>
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a href={to(page + 1)} rel="next">
          Later
        </a>
      ) : (
        <span></span>
      )}
    </nav>
  );
}
