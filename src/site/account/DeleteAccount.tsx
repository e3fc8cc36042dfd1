import { useRef } from 'react';
import type { Session } from '#site/session/session-store.ts';
import { AccountSection } from './AccountSection.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';

/** Deletes the account (extension account.delete). */
export function DeleteAccount({ session }: { session: Session | null }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <AccountSection
      title="Leaving"
      text="Your account goes, with your reviews and every session. Your orders stay in the shop’s books, without the person: your name, email, phone and address are taken out of them, at once or, where a parcel may be on its way, after 14 days."
    >
      <button
        type="button"
        className="button-quiet"
        disabled={!session}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        Delete my account
      </button>
      {session && <DeleteDialog dialog={dialog} session={session} />}
    </AccountSection>
  );
}
