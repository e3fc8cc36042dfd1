import { useStore } from '@nanostores/react';
import { type ReactNode, useRef } from 'react';
import { paths } from '#config/paths.ts';
import { useVeil } from '#site/orders/use-veil.ts';
import { $session, type Session } from '#site/session/session-store.ts';
import { island } from '#site/waking/island.tsx';
import { Part } from './AccountSection.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { DownloadData } from './DownloadData.tsx';
import { LogOutEverywhere } from './LogOutEverywhere.tsx';

/** Who is logged in, and what she can do with her account. `extensions`: what the backend offers beyond spec §7. */
function AccountPage({ extensions }: { extensions: readonly string[] }) {
  const session = useStore($session, { ssr: () => null });
  const root = useRef<HTMLDivElement>(null);
  useVeil(root, () => {});
  const loggedOutByServer = extensions.includes('account.logout');

  return (
    <div ref={root}>
      <Person session={session} />
      <Part
        title="This device"
        text="Ends your session here. The cart and the wishlist of this device stay."
      >
        {/* session/signed-in.ts listens, before and without React. */}
        <button
          type="button"
          className="button-quiet"
          data-logout={loggedOutByServer ? 'call' : ''}
        >
          Log out
        </button>
      </Part>
      {loggedOutByServer && <LogOutEverywhere session={session} />}
      {extensions.includes('account.export') && <DownloadData ready={session !== null} />}
      {extensions.includes('account.delete') && <DeleteAccount session={session} />}
    </div>
  );
}

export default island(AccountPage);

function Person({ session }: { session: Session | null }) {
  const { fullName, email } = session?.user ?? {};
  return (
    <section className="panel pb-6" aria-label="Who you are">
      <dl className="grid gap-y-5">
        <Fact name="Name">
          <span className="font-display text-lead">{fullName ?? <Blank />}</span>
        </Fact>
        {/* Not every backend tells the address. */}
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

/** A name above its value on a phone, beside it on a wide screen. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid items-baseline md:grid-cols-[13rem_minmax(0,1fr)] md:gap-x-8">
      <dt className="text-ink-soft max-md:text-small">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** Before the script has read who is logged in: as high as a line of what follows. */
function Blank() {
  return (
    <span aria-hidden="true" className="skeleton inline-block w-48 max-w-full">
      {'\u00a0'}
    </span>
  );
}
