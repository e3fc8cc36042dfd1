import type { ReactNode } from 'react';

const MARKS = {
  good: { path: 'm6.5 12.5 4 4 7.5-8.5', tone: 'text-palm' },
  bad: { path: 'm8 8 8 8m0-8-8 8', tone: 'text-danger' },
  waiting: {
    path: 'M12 6.5V12l3.5 2',
    tone: 'text-amber animate-[breathe_1.6s_ease-in-out_infinite_alternate]',
  },
  still: { path: 'M12 6.5V12l3.5 2', tone: 'text-amber' },
};

export type Mark = keyof typeof MARKS;

interface Props {
  title: string;
  mark: Mark;
  children: ReactNode;
}

/** The state of the payment, in one live region, so that a change is announced. */
export function Announcement({ title, mark, children }: Props) {
  const { path, tone } = MARKS[mark];
  return (
    <div role="status" className="grid max-w-read gap-4">
      <svg
        viewBox="0 0 24 24"
        className={`size-12 fill-none stroke-current stroke-1 ${tone}`}
        aria-hidden="true"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <circle cx="12" cy="12" r="11" />
        <path d={path} />
      </svg>
      {/* A new text gets a new element: a text that grows would count as a layout shift. */}
      <h1 key={title} className="text-heading">
        {title}
      </h1>
      <p key={`${title}, text`}>{children}</p>
    </div>
  );
}
