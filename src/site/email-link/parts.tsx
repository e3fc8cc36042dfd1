import type { ReactNode } from 'react';
import type { CallError } from '#site/client/errors.ts';
import { reason, remedy } from '#site/client/reason.ts';

interface SaidProps {
  title: string;
  /** Whether to announce the result of a click. */
  live?: boolean;
  children: ReactNode;
}

/** The heading and the text of a page behind a link of an email. */
export function Said({ title, live = false, children }: SaidProps) {
  return (
    <div className="grid max-w-read gap-6" role={live ? 'status' : undefined}>
      <h1 className="text-heading">{title}</h1>
      {children}
    </div>
  );
}

/** Shown until it is known what the link is about. */
export function Waiting() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <h1 className="visually-hidden">Loading…</h1>
      <div aria-hidden="true" className="skeleton h-10 w-80 max-w-full" />
      <div aria-hidden="true" className="skeleton h-4 w-64 max-w-full" />
    </div>
  );
}

/** The call failed, and can be tried again. */
export function Failed({ error, retry }: { error: CallError; retry: () => void }) {
  return (
    <Said title="That did not work" live>
      <p className="notice notice-error">
        {reason(error.kind)} {remedy(error.kind)}
      </p>
      <div>
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      </div>
    </Said>
  );
}
