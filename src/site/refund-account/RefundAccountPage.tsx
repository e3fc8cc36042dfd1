import { useState } from 'react';
import type { RefundAccount } from '#contract/refund-account.ts';
import { refundAccountCalls } from '#contract/refund-account-calls.ts';
import { formatNaira } from '#domain/money/money.ts';
import { type CallError, errorText } from '#site/client/errors.ts';
import { has } from '#site/client/extensions.ts';
import { reason, remedy } from '#site/client/reason.ts';
import { Failed, Said, Waiting } from '#site/email-link/parts.tsx';
import { SelectField, TextField } from '#site/forms/Field.tsx';
import { Messages } from '#site/forms/Messages.tsx';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { island } from '#site/lazy/island.tsx';
import { useHydrated } from '#site/lazy/use-hydrated.ts';
import { useAnswer } from '#site/orders/use-answer.ts';
import { Reach } from '#site/payment/Refund.tsx';
import { Rows } from '#site/payment/Rows.tsx';
import { call } from '#site/session/call.ts';

/** The page of a link in an email: she names the bank account that a refund should go to. */
function RefundAccountPage() {
  const hydrated = useHydrated();
  const key = hydrated ? (new URLSearchParams(location.hash.slice(1)).get('key') ?? '') : '';
  if (!hydrated) return <Waiting />;
  return key && has('refund.account') ? <OfLink secret={key} /> : <Ended />;
}

export default island(RefundAccountPage);

function OfLink({ secret }: { secret: string }) {
  const params = { key: secret };
  const { answer, again } = useAnswer(
    () => call(refundAccountCalls.refundAccount, { params }),
    secret,
  );
  const [sent, setSent] = useState<RefundAccount>();
  const [over, setOver] = useState(false);
  if (answer.kind === 'waiting') return <Waiting />;
  if (over || (answer.kind === 'failed' && isOver(answer.error))) return <Ended />;
  if (answer.kind === 'failed') return <Failed error={answer.error} retry={again} />;
  const refund = sent ?? answer.data;
  const lookAgain = () => {
    setSent(undefined);
    again();
  };
  if (refund.state === 'sent') return <Sent refund={refund} />;
  if (refund.state === 'sending') return <Sending refund={refund} lookAgain={lookAgain} />;
  return (
    <Name
      secret={secret}
      refund={refund}
      sent={setSent}
      ended={() => setOver(true)}
      lookAgain={lookAgain}
    />
  );
}

interface NameProps {
  secret: string;
  refund: RefundAccount;
  sent: (refund: RefundAccount) => void;
  ended: () => void;
  lookAgain: () => void;
}

const FIELDS = ['bank', 'number'] as const;

/** The form for the account. When the bank has answered with its holder, it asks whether that is she. */
function Name({ secret, refund, sent, ended, lookAgain }: NameProps) {
  const [typed, setTyped] = useState({ bank: '', number: '' });
  const [holder, setHolder] = useState<string>();
  const failed = (error: CallError) => {
    if (isOver(error)) return ended();
    const { fields = {} } = error.body ?? {};
    if (fields.bank || fields.number) {
      setHolder(undefined);
      submission.showErrors({ bank: fields.bank, number: fields.number });
      return;
    }
    submission.setMessage({ kind: 'failed', text: inWords(error) });
  };
  const submission = useSubmission(FIELDS, failed);
  const { form, pending, errors, message, run, showErrors, setMessage } = submission;
  const asked = { params: { key: secret }, body: typed };
  const look = () =>
    run(() => {
      const wrong = faultsOf(typed);
      showErrors(wrong);
      if (wrong.bank || wrong.number) return;
      return call(refundAccountCalls.accountHolder, asked).then(({ name }) => setHolder(name));
    });
  const send = () => run(() => call(refundAccountCalls.sendRefund, asked).then(sent));
  const set = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: currentTarget.value }),
  });
  const amount = formatNaira(refund.amount);
  const bank = refund.banks.find(({ id }) => id === typed.bank)?.name ?? '';
  if (holder !== undefined) {
    return (
      <Said title="Is this you?" live>
        <Rows
          title="The account, as the bank knows it"
          rows={[
            ['Name', holder],
            ['Bank', bank],
            ['Account number', typed.number],
          ]}
        />
        <p>We cannot take the money back from a wrong account.</p>
        <Messages message={message}>
          {message && (
            <button type="button" className="link min-h-11" onClick={lookAgain}>
              Check whether it was sent
            </button>
          )}
        </Messages>
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <SubmitButton
            label={`Yes, send ${amount} here`}
            busy="Sending…"
            pending={pending}
            onPress={() => void send()}
          />
          <button
            type="button"
            className="button-quiet"
            disabled={pending}
            onClick={() => {
              setMessage(null);
              setHolder(undefined);
            }}
          >
            No, change it
          </button>
        </div>
      </Said>
    );
  }
  return (
    <Said title={`Where should your ${amount} go?`}>
      <p>
        The refund of order #{refund.order} cannot go back the way you paid. Choose a Nigerian bank
        account of your own. We check the name with the bank before we send anything.
      </p>
      <form
        ref={form}
        noValidate
        className="grid gap-10"
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <SelectField
          {...set('bank')}
          label="Bank"
          empty="Choose your bank"
          options={refund.banks.map(({ id, name }) => ({ value: id, text: name }))}
        />
        <TextField
          {...set('number')}
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          note="Ten digits. We pass them to our payment provider, and keep only the last four."
          flow
        />
        <Messages message={message} />
        <div>
          <SubmitButton label="Check the account" busy="Checking…" pending={pending} />
        </div>
      </form>
    </Said>
  );
}

/** The faults of the fields. The server has the same rules. */
const faultsOf = ({ bank, number }: { bank: string; number: string }) => ({
  bank: bank ? undefined : 'Choose your bank',
  number: /^(?:[\s-]*\d){10}[\s-]*$/.test(number)
    ? undefined
    : 'Enter the ten digits of the account number',
});

function Sent({ refund: { amount, account, order } }: { refund: RefundAccount }) {
  return (
    <Said title="Your refund is on its way" live>
      <p>
        {formatNaira(amount)} of order #{order}{' '}
        {account
          ? `goes to your account at ${account.bank} that ends in ${account.lastDigits}.`
          : 'is on its way.'}{' '}
        The bank may take up to ten working days to show it. You do not need to do anything more.
      </p>
      <Contact />
    </Said>
  );
}

function Sending({ refund, lookAgain }: { refund: RefundAccount; lookAgain: () => void }) {
  return (
    <Said title="We are sending your refund" live>
      <p>
        {formatNaira(refund.amount)} of order #{refund.order}
        {refund.account &&
          ` goes to ${refund.account.bank}, account ending in ${refund.account.lastDigits}`}
        . Our payment provider has not confirmed it yet. That takes a few minutes, and nothing is
        paid twice.
      </p>
      <div>
        <button type="button" className="button" onClick={lookAgain}>
          Look again
        </button>
      </div>
    </Said>
  );
}

function Ended() {
  return (
    <Said title="This link no longer works">
      <p>
        The refund was sent, or is being settled in another way, or the link is older than 14 days.
      </p>
      <Contact />
    </Said>
  );
}

const Contact = () => (
  <p>
    If your money does not come, <Reach />.
  </p>
);

/** Whether the link can be used no more, or never could. */
const isOver = ({ kind, body }: CallError) =>
  kind === 410 || kind === 404 || (kind === 400 && !body?.fields?.number && !body?.fields?.bank);

/** Our API says when nothing more can be looked up; another wait would be of no use. */
const inWords = (error: CallError) =>
  (error.kind === 429 && error.body?.code ? error.body.message : errorText(error)) ||
  `${reason(error.kind)} ${remedy(error.kind)}`;
