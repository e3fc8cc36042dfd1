/** @jsxImportSource hono/jsx */
import { definePage } from '#backend/office/frame/routes.ts';
import { shop } from '#config/shop.ts';
import { PASSKEY_SCRIPT } from './assets.ts';
import { PasskeyButton } from './PasskeyButton.tsx';

/** The page of an invitation link, where a person makes her passkey. It is the same for everybody: the secret is behind #. */
export const joinPage = definePage({
  path: '/admin/join',
  role: 'anyone',
  view: () => ({
    title: shop.name,
    bare: true,
    scripts: [PASSKEY_SCRIPT.path],
    body: (
      <>
        <p>
          You are invited to the back office. This phone makes a passkey for you: from then on you
          sign in with your finger, your face or the code of the phone. There is no password.
        </p>
        <p class="soft">The link works once. Open it on the phone that you work with.</p>
        <PasskeyButton does="join">Make a passkey</PasskeyButton>
      </>
    ),
  }),
});
