/** @jsxImportSource hono/jsx */
import {
  CSRF_FIELD,
  FORM_FIELD,
  type Kept,
  type PageRequest,
} from '#backend/office/frame/page-request.ts';
import { definePage, type View } from '#backend/office/frame/routes.ts';
import { shop } from '#config/shop.ts';
import { asTyped } from '#process/as-typed.ts';
import { PASSKEY_SCRIPT } from './assets.ts';
import { PasskeyButton } from './PasskeyButton.tsx';

/** The page for people without a session. */
export const wayInPage = definePage({
  path: '/admin/way-in',
  role: 'anyone',
  view: (request) =>
    request.session
      ? request.context.redirect(nextOf(request), 303)
      : wayInView({ next: nextOf(request), kept: null }),
});

/**
 * Returns the sign-in page.
 * @param kept - a form that was sent after the session had ended. Its texts stay on this page and return to their form
 *   after signing in.
 * @param confirms - a signed-in person asks for an action that needs her passkey once more. The action then runs at once.
 */
export function wayInView({
  next,
  kept,
  confirms = false,
}: {
  next: string;
  kept: Kept | null;
  confirms?: boolean;
}): View {
  if (confirms) return confirmView(next, kept);
  return {
    title: shop.name,
    bare: true,
    status: kept ? 401 : 200,
    scripts: [PASSKEY_SCRIPT.path],
    body: (
      <>
        {kept ? (
          <p class="notice" role="status">
            Your session has ended, so nothing was saved. Sign in, and your form comes back as you
            wrote it{kept.files ? ', without its pictures' : ''}.
          </p>
        ) : (
          <p>The back office. Sign in with the passkey of this phone or computer.</p>
        )}
        <PasskeyButton does="sign-in" next={next}>
          Sign in
        </PasskeyButton>
        <details>
          <summary>Lost your only phone?</summary>
          <p>
            Another owner can make you a new link. If there is none, the person who runs the shop’s
            machine types <code>{asTyped('people', 'recover NAME')}</code>, with your name, and
            sends you the link.
          </p>
        </details>
        {kept && <KeptForm kept={kept} />}
      </>
    ),
  };
}

function confirmView(next: string, kept: Kept | null): View {
  return {
    title: 'Is it you?',
    bare: true,
    status: 401,
    scripts: [PASSKEY_SCRIPT.path],
    body: (
      <>
        <p class="notice" id="notice" role="status">
          Nothing was done yet. Large refunds, the file of all customers and what is done to owners
          need your passkey once more.
        </p>
        <PasskeyButton does="sign-in" next={next} file={kept === null}>
          Confirm
        </PasskeyButton>
        <p>
          <a id="leave" href="/admin">
            Do nothing
          </a>
        </p>
        {kept && <KeptForm kept={kept} own />}
      </>
    ),
  };
}

/** The form as it was sent. Its token is left out unless the session continues (`own`). */
const KeptForm = ({ kept, own = false }: { kept: Kept; own?: boolean }) => (
  <form id="kept" method="post" action={kept.action} hidden>
    {[...kept.fields]
      .filter(([name, value]) => typeof value === 'string' && (own || !OWN.includes(name)))
      .map(([name, value]) => (
        <textarea name={name} readonly>{`\n${value}`}</textarea>
      ))}
  </form>
);

const OWN: readonly string[] = [CSRF_FIELD, FORM_FIELD];

/** Returns the page to open after signing in. It is a page of the back office, whatever the address says. */
function nextOf(request: PageRequest): string {
  const next = request.query.get('next') ?? '';
  return /^\/admin(\/[^\\]*)?(\?[^\\]*)?$/.test(next) ? next : '/admin';
}
