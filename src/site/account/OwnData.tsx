import { useRef, useState } from 'react';
import { loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';
import type { Session } from '#site/session/session-store.ts';
import { AccountSection, Press, useAction } from './AccountSection.tsx';

/** The contents of the dialogs, with their calls. */
export const dialogsPart = lazyPart(async () => ({
  ...(await import('./Addresses.tsx')),
  ...(await import('./Details.tsx')),
}));

const SECTIONS = {
  Details: {
    title: 'Your details',
    text: 'Your name, which also stands with your reviews, and the phone number on which we reach you.',
    label: 'Change name or phone',
  },
  NewEmail: {
    title: 'Your email',
    text: 'You log in with it. We send a code to a new address before it takes the place of the old one.',
    label: 'Change email address',
  },
  Addresses: {
    title: 'Your addresses',
    text: 'The checkout saves the address of an order here if you tick it there, and offers it for the next one. The twenty newest stay.',
    label: 'Show my addresses',
  },
} as const;

interface Props {
  name: keyof typeof SECTIONS;
  session: Session | null;
}

/** A section whose button opens a dialog (extensions account.profile and account.addresses). */
export function OwnData({ name, session }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const press = useAction(async () => {
    await loadModule(dialogsPart);
    setOpen(true);
    dialog.current?.showModal();
  });
  const { title, text, label } = SECTIONS[name];
  const Contents = dialogsPart.now?.[name];
  const close = () => dialog.current?.close();
  return (
    <AccountSection title={title} text={text}>
      <Press label={label} busy="Opening..." ready={session !== null} {...press} />
      <dialog
        ref={dialog}
        className="sheet p-0"
        aria-labelledby={`${name}-title`}
        onClose={() => setOpen(false)}
      >
        <div className="grid gap-8 p-[clamp(1.5rem,5vw,2.5rem)]">
          <h2 id={`${name}-title`} className="panel-title" tabIndex={-1}>
            {title}
          </h2>
          {open && Contents && session && <Contents token={session.token} close={close} />}
          <button type="button" className="button-quiet justify-self-start" onClick={close}>
            Close
          </button>
        </div>
      </dialog>
    </AccountSection>
  );
}
