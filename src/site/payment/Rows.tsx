import type { ReactNode } from 'react';

interface Props {
  title: string;
  rows: [name: string, value: ReactNode][];
}

/** A titled list of names and values. */
export function Rows({ title, rows }: Props) {
  return (
    <section className="panel w-full">
      <h2 className="panel-title">{title}</h2>
      <dl className="mt-3 divide-y divide-hairline">
        {rows.map(([name, value]) => (
          <div key={name} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[11rem_1fr]">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
