import { useStore } from '@nanostores/react';
import { type ReactNode, useRef } from 'react';
import { paths } from '#config/paths.ts';
import type { Extension } from '#contract/extensions.ts';
import { island } from '#site/lazy/island.tsx';
import { fetchModule } from '#site/lazy/load-module.ts';
import { useFirstTouch } from '#site/lazy/use-hydrated.ts';
import { useVeil } from '#site/orders/use-veil.ts';
import { $session, type Session } from '#site/session/session-store.ts';
import { AccountSection } from './AccountSection.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { DownloadData } from './DownloadData.tsx';
import { LogOutEverywhere } from './LogOutEverywhere.tsx';
import { dialogsPart, OwnData } from './OwnData.tsx';

/** The customer's data, and the actions of an account. */
function AccountPage({ extensions }: { extensions: readonly Extension[] }) {
  const session = useStore($session, { ssr: () => null });
  const root = useRef<HTMLDivElement>(null);
  useVeil(root, () => {});
  useFirstTouch(root, () => {
    const withDialog = ['account.profile', 'account.addresses', 'account.delete'] as const;
    if (withDialog.some((name) => extensions.includes(name))) fetchModule(dialogsPart);
  });

  return (
    <div ref={root}>
      <Customer session={session} />
      {extensions.includes('account.profile') && (
        <>
          <OwnData name="Details" ready={session !== null} />
          <OwnData name="NewEmail" ready={session !== null} />
        </>
      )}
      {extensions.includes('account.addresses') && (
        <OwnData name="Addresses" ready={session !== null} />
      )}
      <AccountSection
        title="This device"
        text="Ends your session here. The cart and the wishlist of this device stay."
      >
        {/* session/signed-in.ts handles the click, also before hydration. */}
        <button type="button" className="button-quiet" data-logout="">
          Log out
        </button>
      </AccountSection>
      {extensions.includes('account.logout') && <LogOutEverywhere session={session} />}
      {extensions.includes('account.export') && <DownloadData ready={session !== null} />}
      {extensions.includes('account.delete') && <DeleteAccount session={session} />}
    </div>
  );
}

export default island(AccountPage);

function Customer({ session }: { session: Session | null }) {
  const { fullName, email } = session?.user ?? {};
  return (
    <section className="panel pb-6" aria-label="Who you are">
      <dl className="grid gap-y-5">
        <Fact name="Name">
          <span className="font-display text-lead">{fullName ?? <Blank />}</span>
        </Fact>
        {/* Not every backend sends the address. */}
        {(email || !session) && <Fact name="Email">{email ?? <Blank />}</Fact>}
        <Fact name="Orders">
          <a href={paths.orders} className="link -my-2 inline-flex min-h-11 items-center">
            My Orders
          </a>
        </Fact>
      </dl>
    </section>
  );
}

/** A name with its value: below it on a phone, beside it on a wide screen. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid items-baseline md:grid-cols-[13rem_minmax(0,1fr)] md:gap-x-8">
      <dt className="text-ink-soft max-md:text-small">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Keeps the height of a line free until the session is read. */
function Blank() {
  return (
    <span aria-hidden="true" className="skeleton inline-block w-48 max-w-full">
      {'\u00a0'}
    </span>
  );
}
