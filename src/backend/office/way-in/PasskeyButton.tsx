/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx';

/** A button that the script shows if passkeys work, with its result. */
export const PasskeyButton = ({
  does,
  next,
  file = false,
  children,
}: PropsWithChildren<{
  does: 'sign-in' | 'join';
  next?: string;
  /** Whether `next` is a file. The page then stays. */
  file?: boolean;
}>) => (
  <>
    <button
      type="button"
      class="button main"
      id="go"
      data-does={does}
      data-next={next}
      data-file={file}
      hidden
    >
      {children}
    </button>
    <p id="said" class="said" role="status"></p>
    <noscript>
      <p>
        A passkey needs JavaScript: switch it on for this page. After that the back office works
        without.
      </p>
    </noscript>
  </>
);
