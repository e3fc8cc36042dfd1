import { useState } from 'react';
import type { Customer } from '#contract/profile.ts';
import { profileCalls } from '#contract/profile-calls.ts';
import { deviceHeader } from '#site/auth/device.ts';
import { $draft, keepDraft } from '#site/checkout/draft-store.ts';
import { call } from '#site/session/call.ts';
import { $session } from '#site/session/session-store.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { EditForm } from './EditForm.tsx';

/** The props of a dialog. */
export interface DialogProps {
  customer: Customer;
  close: () => void;
}

export const fetchCustomer = () => call(profileCalls.customer, {});

/** Shows changed data everywhere in this browser: the greeting, other tabs, and a checkout that has the old address. */
function follow({ fullName, email }: Customer, title: string): void {
  const session = $session.get();
  if (!session) return;
  if ($draft.get().email === session.user.email) keepDraft({ email });
  $session.set({ ...session, user: { ...session.user, fullName, email } });
  toast({ title, text: `${fullName}, ${email}` });
}

/** Changes name and phone. */
export const Details = ({ customer, close }: DialogProps) => (
  <EditForm
    label="Save"
    busy="Saving..."
    fields={[
      { name: 'fullName', label: 'Full Name', value: customer.fullName, autoComplete: 'name' },
      {
        name: 'phone',
        label: 'Phone',
        value: customer.phone,
        type: 'tel',
        note: 'Leave it empty to delete it.',
      },
    ]}
    send={async (body) => {
      follow(await call(profileCalls.changeProfile, { body }), 'Saved');
      close();
    }}
  />
);

/** Changes the email address: first the new one and the password, then the code that was sent to it. */
export function NewEmail({ close }: DialogProps) {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  if (!sent) {
    return (
      <EditForm
        label="Send the code"
        busy="Sending..."
        fields={[
          { name: 'email', label: 'New email address', value: email, type: 'email' },
          { name: 'password', label: 'Your password', type: 'password' },
        ]}
        send={async (body) => {
          await call(profileCalls.askNewEmail, { body, headers: deviceHeader() });
          setEmail(body.email);
          setSent(true);
        }}
      />
    );
  }
  return (
    <>
      <p role="status">
        A code is on its way to <strong>{email}</strong>. If that address has an account already,
        the email says so, and has no code.
      </p>
      <EditForm
        key="code"
        label="Change my address"
        busy="Verifying..."
        fields={[
          {
            name: 'otp',
            label: '6-digit code',
            type: 'code',
            note: 'Only the newest code counts. Not there yet? Look among the spam, too.',
          },
        ]}
        send={async ({ otp }) => {
          const input = { body: { email, otp }, headers: deviceHeader() };
          follow(await call(profileCalls.changeEmail, input), 'Email address changed');
          close();
        }}
      />
      <button type="button" className="link justify-self-start" onClick={() => setSent(false)}>
        Send another code, or use another address
      </button>
    </>
  );
}
