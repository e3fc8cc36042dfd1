// This runs on the two sign-in pages, after the browser part of SimpleWebAuthn. assets.ts joins both into one file.
import type * as Passkeys from '@simplewebauthn/browser';

declare const SimpleWebAuthnBrowser: typeof Passkeys;

const part = <T extends HTMLElement>(id: string) => document.getElementById(id) as T | null;
const button = part<HTMLButtonElement>('go');
const said = part('said');
const joins = button?.dataset.does === 'join';

const say = (text: string) => {
  if (said) said.textContent = text;
};

/** Calls the back office. @throws Error with a sentence to show. */
async function ask(path: string, body: object) {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error('The shop could not be reached. Check your connection and try again.');
  }
  const json = await answer.json().catch(() => ({}));
  if (answer.ok) return json;
  throw new Error(json.message || 'Something went wrong on our side. Please try again.');
}

/** Advice for a key that cannot store a passkey, or does not verify its user. Browsers rarely say which it was. */
const OTHER_KEY =
  'If it fails again, give this phone or computer a screen lock, or open this link on another phone. A USB key needs a PIN and room for passkeys.';

/** Returns why there is no passkey, in plain words. The browser's messages are for programmers. */
function reason(error: unknown): string {
  const { name, message } = error as Error;
  if (name === 'ConstraintError' || name === 'NotSupportedError') {
    return `This device cannot keep a passkey. ${OTHER_KEY}`;
  }
  if (name === 'SecurityError') {
    return 'Passkeys do not work at this address. Open the back office at its own address.';
  }
  if (name === 'InvalidStateError')
    return 'This phone has a passkey for you already. Sign in with it.';
  // This is a sentence from this project. All other names are the browser's.
  if (name === 'Error') return message;
  return joins
    ? `No passkey was made. Press the button to try again, and confirm with your finger, face or PIN. ${OTHER_KEY}`
    : 'No passkey was used. Press the button to try again. If this device has none of yours, choose another device, and use the phone on which you made it. If it is lost, another owner makes you a new link.';
}

async function signIn() {
  const optionsJSON = await ask('/admin/way-in/options', {});
  const credential = await SimpleWebAuthnBrowser.startAuthentication({ optionsJSON });
  await ask('/admin/way-in/verify', { credential });
  const kept = part<HTMLFormElement>('kept');
  if (kept) return kept.submit();
  location.replace(button?.dataset.next || '/admin');
  if (button?.dataset.file) sayDownloaded(button);
}

/** Reports a download, which leaves the page unchanged. */
function sayDownloaded(confirm: HTMLButtonElement) {
  confirm.remove();
  const [notice, leave, heading] = [part('notice'), part('leave'), document.querySelector('h1')];
  if (heading) heading.textContent = 'It was you';
  if (notice) notice.textContent = 'The file is ready. Look in your downloads.';
  if (leave) leave.textContent = 'Continue';
}

async function join(secret: string) {
  const { options } = await ask('/admin/join/options', { secret });
  const credential = await SimpleWebAuthnBrowser.startRegistration({ optionsJSON: options });
  await ask('/admin/join/verify', { secret, credential });
  location.replace('/admin');
}

async function run(work: () => Promise<void>) {
  if (!button) return;
  button.disabled = true;
  say('');
  try {
    await work();
  } catch (error) {
    say(reason(error));
  }
  button.disabled = false;
}

if (button) {
  const secret = location.hash.slice(1);
  if (!SimpleWebAuthnBrowser.browserSupportsWebAuthn()) {
    say(
      'This browser does not support passkeys. Open this page in a current Chrome, Safari or Firefox.',
    );
  } else if (joins && !secret) {
    say(
      'This address is incomplete: the part after # is missing. Open the link that you were sent.',
    );
  } else {
    button.hidden = false;
    button.addEventListener('click', () => run(() => (joins ? join(secret) : signIn())));
  }
}
