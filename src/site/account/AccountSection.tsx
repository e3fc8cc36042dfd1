import type { ReactNode } from 'react';

interface PartProps {
  title: string;
  /** What it does. */
  text: ReactNode;
  children: ReactNode;
}

/** Something that can be done with the account: its name at the margin, what it means and the button beside it. */
export function Part({ title, text, children }: PartProps) {
  return (
    <section className="grid gap-x-8 gap-y-3 border-t border-hairline py-6 md:grid-cols-[13rem_minmax(0,1fr)]">
      <h2 className="panel-title">{title}</h2>
      <div className="grid max-w-read justify-items-start gap-4">
        <p className="text-ink-soft">{text}</p>
        {children}
      </div>
    </section>
  );
}

interface PressProps {
  /** What the button says, and what it says while it works. */
  label: string;
  busy: string;
  pending: boolean;
  /** Before React listens the button does nothing yet. */
  ready: boolean;
  /** What went wrong with the last press; '' for nothing. */
  error: string;
  onPress: () => void;
}

/** A button that asks the server. It keeps the focus while it works. */
export function Press({ label, busy, pending, ready, error, onPress }: PressProps) {
  return (
    <>
      <button
        type="button"
        className="button-quiet"
        disabled={!ready}
        aria-disabled={pending || undefined}
        onClick={onPress}
      >
        {pending ? busy : label}
      </button>
      <div role="alert" className="empty:hidden">
        {error && <p className="notice notice-error">{error}</p>}
      </div>
    </>
  );
}
