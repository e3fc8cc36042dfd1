import { useState } from 'react';
import { profileCalls } from '#contract/profile-calls.ts';
import { deviceHeader } from '#site/auth/device.ts';
import { CodeField } from '#site/auth/form/CodeField.tsx';
import { TextField } from '#site/forms/Field.tsx';
import { PasswordField } from '#site/forms/PasswordField.tsx';
import { call } from '#site/session/call.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { type DialogProps, EditForm, follow, Loaded } from './EditForm.tsx';

/** Changes name and phone. */
export const Details = ({ token, close }: DialogProps) => (
  <Loaded token={token}>
    {({ fullName, phone }) => (
      <EditForm
        names={['fullName', 'phone']}
        label="Save"
        busy="Saving..."
        send={async (body) => {
          follow(await call(profileCalls.changeProfile, { body }));
          toast({ title: 'Saved', text: 'Your name and phone are changed.' });
          close();
        }}
      >
        {(field) => (
          <>
            <TextField
              label="Full Name"
              autoComplete="name"
              defaultValue={fullName}
              {...field('fullName')}
            />
            <TextField
              label="Phone"
              type="tel"
              autoComplete="tel"
              defaultValue={phone}
              required={false}
              note="Leave it empty to delete it."
              {...field('phone')}
            />
          </>
        )}
      </EditForm>
    )}
  </Loaded>
);

/** Changes the email address: first the new one and the password, then the code that was sent to it. */
export function NewEmail({ close }: DialogProps) {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  if (!sent) {
    return (
      <EditForm
        key="ask"
        names={['email', 'password']}
        label="Send the code"
        busy="Sending..."
        send={async (body) => {
          await call(profileCalls.askNewEmail, { body, headers: deviceHeader() });
          setEmail(body.email);
          setSent(true);
        }}
      >
        {(field, pending) => (
          <>
            <TextField
              label="New email address"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              defaultValue={email}
              {...field('email')}
            />
            <PasswordField
              id="email-password"
              label="Your password"
              autoComplete="current-password"
              pending={pending}
              {...field('password')}
            />
          </>
        )}
      </EditForm>
    );
  }
  return (
    <>
      <p role="status">
        A code is on its way to <strong>{email}</strong>. If that address has an account already,
        the email says so, and has no code.
      </p>
      <EditForm
        key="prove"
        names={['otp']}
        label="Change my address"
        busy="Verifying..."
        send={async ({ otp }) => {
          const body = { email, otp };
          follow(await call(profileCalls.changeEmail, { body, headers: deviceHeader() }));
          toast({ title: 'Email address changed', text: 'Log in with the new one from now on.' });
          close();
        }}
      >
        {(field) => (
          <CodeField
            label="6-digit code"
            note="Only the newest code counts. Not there yet? Look among the spam, too."
            roomy
            onComplete={() => {}}
            onChange={field('otp').onInput}
            onBlur={() => {}}
            {...field('otp')}
          />
        )}
      </EditForm>
      <button type="button" className="link justify-self-start" onClick={() => setSent(false)}>
        Send another code, or use another address
      </button>
    </>
  );
}
