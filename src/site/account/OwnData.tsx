import { useRef, useState } from 'react';
import type { Customer } from '#contract/profile.ts';
import { loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';
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

/** A section whose button opens a dialog with today's data (extensions account.profile and account.addresses). */
export function OwnData({ name, ready }: { name: keyof typeof SECTIONS; ready: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [customer, setCustomer] = useState<Customer>();
  const press = useAction(async () => {
    const { fetchCustomer } = await loadModule(dialogsPart);
    setCustomer(await fetchCustomer());
    dialog.current?.showModal();
  });
  const { title, text, label } = SECTIONS[name];
  const Contents = dialogsPart.now?.[name];
  const close = () => dialog.current?.close();
  return (
    <AccountSection title={title} text={text}>
      <Press label={label} busy="Opening..." ready={ready} {...press} />
      <dialog
        ref={dialog}
        className="sheet p-0"
        aria-labelledby={`${name}-title`}
        onClose={() => setCustomer(undefined)}
      >
        <div className="grid gap-8 p-[clamp(1.5rem,5vw,2.5rem)]">
          <h2 id={`${name}-title`} className="panel-title">
            {title}
          </h2>
          {customer && Contents && <Contents customer={customer} close={close} />}
          <button type="button" className="button-quiet justify-self-start" onClick={close}>
            Close
          </button>
        </div>
      </dialog>
    </AccountSection>
  );
}
