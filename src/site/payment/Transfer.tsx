import { type ReactNode, useEffect, useState } from 'react';
import type { Transfer as Account } from '#contract/checkout.ts';
import { checkoutCalls } from '#contract/checkout-calls.ts';
import { lagosMoment, lagosTime } from '#domain/lagos-date.ts';
import { formatNaira } from '#domain/money/money.ts';
import { NOT_ACCEPTED } from '#domain/payments/words.ts';
import { counted } from '#domain/words.ts';
import { shopTime } from '#site/client/clock.ts';
import { CallError, errorText } from '#site/client/errors.ts';
import { reason, remedy } from '#site/client/reason.ts';
import { call } from '#site/session/call.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { Write } from './Refund.tsx';
import { Rows } from './Rows.tsx';
import { isOpen } from './verification.ts';

/** Milliseconds between two looks at the clock. */
const TICK = 5_000;

/** The account that takes a payment: what to send, to which number, and for how long. */
export function Transfer({ account }: { account: Account }) {
  const { bank, accountNumber, accountName, narration } = account;
  const due = dueOf(account);
  return (
    <div className="grid w-full gap-6">
      {account.rejected !== undefined && <Rejected arrived={account.rejected} asked={due} />}
      {account.arrived !== undefined && (
        <p className="notice max-w-read" role="status">
          {formatNaira(account.arrived)} has arrived. Please send the {formatNaira(due)} that is
          missing.
        </p>
      )}
      <Rows
        title="Send your transfer to"
        rows={[
          ['Bank', bank],
          ['Account number', <Copied key="number" name="Account number" text={accountNumber} />],
          ['Account name', accountName],
          [
            'Exact amount',
            <Copied key="amount" name="Amount" text={String(due)} shown={formatNaira(due)} />,
          ],
          ...(narration
            ? ([['Narration', <Copied key="narration" name="Narration" text={narration} />]] as [
                string,
                ReactNode,
              ][])
            : []),
          [
            narration ? 'Kept for you' : 'Time left',
            narration ? (
              `Until ${lagosMoment(account.expiresAt)}`
            ) : (
              <Left key="left" account={account} />
            ),
          ],
        ]}
      />
    </div>
  );
}

/** The naira that she has to send: what is missing. */
const dueOf = ({ amount, arrived = 0 }: Account) => Math.round((amount - arrived) * 100) / 100;

/** The time left of an account for one payment. */
function Left({ account }: { account: Account }) {
  const minutes = useMinutes(account.expiresAt);
  return isOpen(account)
    ? `${minutes < 1 ? 'Less than a minute' : counted(minutes, 'minute')}, until ${lagosTime(account.expiresAt).slice(-5)} in Lagos`
    : 'None. Please send nothing to this number any more.';
}

/** The whole minutes that are left; -1 once the time is over. */
function useMinutes(expiresAt: string): number {
  const [now, setNow] = useState(shopTime);
  useEffect(() => {
    const timer = setInterval(() => setNow(shopTime()), TICK);
    return () => clearInterval(timer);
  }, []);
  return Math.max(-1, Math.floor((Date.parse(expiresAt) - now) / 60_000));
}

/** A value with a button that copies it. Where the browser refuses the clipboard, it is selected for copying by hand. */
function Copied({ name, text, shown = text }: { name: string; text: string; shown?: string }) {
  const copy = async (target: HTMLElement) => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: `${name} copied`, text: shown });
    } catch {
      const value = target.previousElementSibling;
      if (value) getSelection()?.selectAllChildren(value);
      toast({
        title: 'Not copied',
        text: 'This browser does not let us copy. It is selected now.',
      });
    }
  };
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4">
      <span className="display text-lead tabular-nums">{shown}</span>
      <button
        type="button"
        className="link min-h-11"
        onClick={({ currentTarget }) => void copy(currentTarget)}
      >
        Copy<span className="visually-hidden"> the {name.toLowerCase()}</span>
      </button>
    </span>
  );
}

/** A transfer came that was not the amount. */
function Rejected({ arrived, asked }: { arrived: number; asked: number }) {
  return (
    <p className="notice notice-error max-w-read" role="alert">
      {formatNaira(arrived)} arrived, and {formatNaira(asked)} was expected. {NOT_ACCEPTED}
    </p>
  );
}

/** Shown once the account takes nothing any more. `renewed`: another one is open, or money has come. */
export function Expired({ reference, renewed }: { reference: string; renewed: () => void }) {
  const [pending, setPending] = useState(false);
  const [wrong, setWrong] = useState('');
  const renew = async () => {
    setPending(true);
    setWrong('');
    try {
      await call(checkoutCalls.renewAccount, { params: { reference } });
      renewed();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setWrong(errorText(error, true) || `${reason(error.kind)} ${remedy(error.kind)}`);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="notice grid max-w-read justify-items-start gap-3">
      <p>
        Please send nothing to the old number any more. If you have sent the money already, please
        do not send it again: this page keeps looking for it. If it does not come,{' '}
        <Write reference={reference} />.
      </p>
      {wrong && <p role="alert">{wrong}</p>}
      <button
        type="button"
        className="button-quiet"
        disabled={pending}
        onClick={() => void renew()}
      >
        {pending ? 'Getting a number...' : 'Get a new account number'}
      </button>
    </div>
  );
}

/** Title and sentence while an account is shown, by whether it takes money still. */
export function transferWords(account: Account): [title: string, text: string] {
  if (account.narration)
    return [
      `Send ${formatNaira(dueOf(account))}`,
      'Send it from your bank’s app, by USSD or at a POS agent. Add the narration, so that we know it is yours. Someone checks our account by hand, so it takes some hours until we write to you.',
    ];
  return isOpen(account)
    ? [
        `Send ${formatNaira(account.amount)}`,
        'Send the exact amount from your bank’s app, by USSD or at a POS agent. The account is for this payment alone. This page changes by itself when the money has arrived.',
      ]
    : ['This account number has ended', 'No money has arrived at it.'];
}
