import { type ReactNode, useState } from 'react';
import type { Proof } from '#site/auth/proof-store.ts';
import type { Requests } from '#site/auth/requests-part.ts';
import { type FailureText, INVALID_OTP } from '#site/auth/texts.ts';
import { AccountForm, Ways } from './AccountForm.tsx';
import { CodeField } from './CodeField.tsx';
import { Resend } from './Resend.tsx';
import { useAccountForm } from './use-account-form.ts';

interface Props<Answer> {
  proof: Proof | null;
  /** The sentence before the email address. */
  lead: string;
  label: string;
  send: (requests: Requests, proof: Proof, otp: string) => Promise<Answer>;
  done: (answer: Answer, proof: Proof) => void;
  failure: FailureText;
  unanswered: string;
  /** Links below the form. */
  children: ReactNode;
}

/** Asks for the six digits of an email, and resends them. */
export function CodeForm<Answer>(props: Props<Answer>) {
  const { proof, lead, label, send, done, failure, unanswered, children } = props;
  const [complete, setComplete] = useState(false);
  const account = useAccountForm({
    fields: ['otp'],
    read: ({ rules }, values) => rules.code(values),
    send: async (requests, { otp }) => {
      if (!proof) throw new Error('A code was submitted before its address was known');
      return { answer: await send(requests, proof, otp), proof };
    },
    done: (sent) => done(sent.answer, sent.proof),
    failure,
    unanswered,
    retype: 'otp',
    atField: true,
    incomplete: INVALID_OTP,
  });
  return (
    <>
      <p className="mb-8 text-ink-soft">
        {lead}{' '}
        {/* It has its own line because it appears at hydration and must not move anything. */}
        <strong className="block min-h-[1lh] font-display text-lead font-normal text-ink">
          {proof?.email}
        </strong>
      </p>
      <AccountForm
        account={account}
        label={label}
        busy="Verifying..."
        complete={complete && proof !== null}
      >
        <CodeField
          label="6-digit code"
          note="Only the newest code counts. Not there yet? Look among the spam, too."
          roomy
          onComplete={setComplete}
          {...account.field('otp')}
        />
      </AccountForm>
      <div className="mt-4 grid gap-6">
        <Resend proof={proof} />
        <Ways>{children}</Ways>
      </div>
    </>
  );
}
