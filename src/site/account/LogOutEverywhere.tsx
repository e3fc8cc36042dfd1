import { paths } from '#config/paths.ts';
import { requestsPart } from '#site/auth/requests-part.ts';
import { CallError } from '#site/client/errors.ts';
import { Press, useAction } from '#site/forms/Press.tsx';
import { loadModule } from '#site/lazy/load-module.ts';
import type { Session } from '#site/session/session-store.ts';
import type { ToastText } from '#site/toasts/toasts-store.ts';
import { AccountSection } from './AccountSection.tsx';
import { leaveFor } from './leave.ts';

const LOGGED_OUT: ToastText = {
  title: 'Logged out everywhere',
  text: 'No device is logged in to your account any more.',
};

/** Ends all sessions of the account (extension account.logout). */
export function LogOutEverywhere({ session }: { session: Session | null }) {
  const press = useAction(async (leaving) => {
    if (!session) return;
    try {
      const { call, accountCalls } = await loadModule(requestsPart);
      await call(accountCalls.logoutEverywhere, {});
    } catch (error) {
      // The session has ended elsewhere already.
      if (!(error instanceof CallError) || error.kind !== 401) throw error;
    }
    leaveFor(paths.login, session, LOGGED_OUT);
    leaving();
  });
  return (
    <AccountSection
      title="All devices"
      text="If a phone is lost, or a browser was not yours: this ends your session on every device, this one included."
    >
      <Press label="Log out everywhere" busy="Logging out..." ready={session !== null} {...press} />
    </AccountSection>
  );
}
