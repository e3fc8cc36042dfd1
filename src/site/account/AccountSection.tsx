import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** The description of the action. */
  text: ReactNode;
  children: ReactNode;
}

/** An account action: its title at the margin, its description and button beside it. */
export function AccountSection({ title, text, children }: Props) {
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
