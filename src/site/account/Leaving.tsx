import { paths } from '#config/paths.ts';
import { accountCalls } from '#contract/account-calls.ts';
import { dropDraft } from '#site/checkout/draft-store.ts';
import { call } from '#site/session/call.ts';
import type { Session } from '#site/session/session-store.ts';
import type { ToastText } from '#site/toasts/toasts-store.ts';
import { EditForm } from './EditForm.tsx';
import { leaveFor } from './leave.ts';

const DELETED: ToastText = {
  title: 'Account deleted',
  text: 'Your account is gone. Thank you for the time you spent with us.',
};

/** Asks for the password before the account is deleted: an open session is not enough. */
export const Leaving = ({ session }: { session: Session }) => (
  <>
    <p>This cannot be taken back. Type your password to go on.</p>
    <EditForm
      label="Delete my account"
      busy="Deleting..."
      username={session.user.email}
      fields={[{ name: 'password', label: 'Password', type: 'password' }]}
      send={async (body, leaving) => {
        await call(accountCalls.deleteAccount, { body });
        // The address that was typed at checkout belongs to this customer.
        dropDraft();
        leaveFor(paths.home, session, DELETED);
        leaving();
      }}
    />
  </>
);
