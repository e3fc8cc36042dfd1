import { SheetButton } from '#site/forms/SheetButton.tsx';
import { loadModule } from '#site/lazy/load-module.ts';
import type { Session } from '#site/session/session-store.ts';
import { AccountSection } from './AccountSection.tsx';
import { dialogsPart } from './OwnData.tsx';

/** Deletes the account (extension account.delete). */
export const DeleteAccount = ({ session }: { session: Session | null }) => (
  <AccountSection
    title="Leaving"
    text="Your account goes, with your reviews and every session. Your orders stay in the shop’s books, without the person: your name, email, phone and address are taken out of them, at once or, where a parcel may be on its way, after 14 days."
  >
    <SheetButton
      label="Delete my account"
      ready={session !== null}
      id="delete-title"
      title="Delete your account?"
      keep="Keep my account"
      load={() => loadModule(dialogsPart)}
    >
      {({ Leaving }) => session && <Leaving session={session} />}
    </SheetButton>
  </AccountSection>
);
