import { SheetButton } from '#site/forms/SheetButton.tsx';
import { loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';
import { AccountSection } from './AccountSection.tsx';

/** The contents of all dialogs of the page, with their calls. */
export const dialogsPart = lazyPart(async () => ({
  ...(await import('./Addresses.tsx')),
  ...(await import('./Details.tsx')),
  ...(await import('./Leaving.tsx')),
}));

const SECTIONS = {
  Details: {
    title: 'Your details',
    text: 'Your name, which your reviews also show, and the phone number on which we reach you.',
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
  const { title, text, label } = SECTIONS[name];
  return (
    <AccountSection title={title} text={text}>
      <SheetButton
        label={label}
        ready={ready}
        id={`${name}-title`}
        title={title}
        load={async () => {
          const part = await loadModule(dialogsPart);
          return { Contents: part[name], customer: await part.fetchCustomer() };
        }}
      >
        {({ Contents, customer }, close) => <Contents customer={customer} close={close} />}
      </SheetButton>
    </AccountSection>
  );
}
