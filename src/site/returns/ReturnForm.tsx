import { useRef, useState } from 'react';
import type { Order } from '#contract/order.ts';
import type { OrderReturns, ReturnBody } from '#contract/order-return.ts';
import { returnCalls } from '#contract/return-calls.ts';
import {
  LONGEST_RETURN_TEXT,
  REASON_IDS,
  RETURN_REASONS,
  RETURN_WISHES,
  type ReturnReason,
  type ReturnWish,
  WISH_IDS,
} from '#domain/returns/rules.ts';
import type { CallError } from '#site/client/errors.ts';
import { failureText } from '#site/client/failure-text.ts';
import { SelectField, TextField, Tick } from '#site/forms/Field.tsx';
import { Messages } from '#site/forms/Messages.tsx';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { call } from '#site/session/call.ts';

interface Props {
  order: Order & { returns: OrderReturns };
  secret: string;
  sent: (order: Order) => void;
}

const FIELDS = ['items', 'reason', 'opened', 'words', 'wish'] as const;

/** The form by which she asks to return goods. What she has typed is kept until it is sent. */
export function ReturnForm({ order, secret, sent }: Props) {
  const { left, opened: mayBeOpened, courierPaidBy } = order.returns;
  // One unit alone needs no choice.
  const only = left.reduce((sum, units) => sum + units, 0) === 1 ? left.indexOf(1) : -1;
  const [units, setUnits] = useState<Record<number, number>>(only < 0 ? {} : { [only]: 1 });
  const [reason, setReason] = useState<ReturnReason | ''>('');
  const [wish, setWish] = useState<ReturnWish | ''>('');
  const [opened, setOpened] = useState(false);
  const [words, setWords] = useState('');
  // The same request, if its answer was lost.
  const attempt = useRef(crypto.randomUUID());
  const failed = (error: CallError) => {
    const { fields = {} } = error.body ?? {};
    if (FIELDS.some((name) => fields[name])) return submission.showErrors(fields);
    submission.setMessage({ kind: 'failed', text: failureText(error) });
  };
  const submission = useSubmission(FIELDS, failed);
  const { form, pending, errors, message, run, showErrors, setErrors } = submission;
  const right = (name: (typeof FIELDS)[number]) => setErrors({ ...errors, [name]: undefined });
  const isMind = reason === 'mind';
  const send = () =>
    run(() => {
      const items = Object.entries(units).flatMap(([item, quantity]) =>
        quantity > 0 ? { item: Number(item), quantity } : [],
      );
      const wrong = {
        items: items.length > 0 ? undefined : 'Choose what you want to send back',
        reason: reason ? undefined : 'Choose a reason',
        words: isMind || words.trim() || !reason ? undefined : 'Describe what is wrong',
        wish: wish ? undefined : 'Choose what you want',
      };
      showErrors(wrong);
      if (!reason || !wish || Object.values(wrong).some(Boolean)) return;
      const body: ReturnBody = { attempt: attempt.current, items, reason, opened, words, wish };
      const params = { id: order._id, key: secret };
      return call(returnCalls.askReturn, { params, body }).then(sent);
    });
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-9 pt-4"
      aria-label="Send something back"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset className="grid gap-4" aria-describedby={errors.items && 'items-note'}>
        <legend className="mb-3">What do you send back?</legend>
        {order.items.map(({ name }, item) => {
          const most = left[item] ?? 0;
          return (
            most > 0 && (
              <SelectField
                // biome-ignore lint/suspicious/noArrayIndexKey: the place of a line in its order never changes
                key={item}
                id={`units-${item}`}
                name={item === left.findIndex((some) => some > 0) ? 'items' : `items-${item}`}
                label={name}
                empty="Keep it"
                required={false}
                value={String(units[item] ?? '')}
                options={Array.from({ length: most }, (_, at) => ({
                  value: String(at + 1),
                  text: `Send ${at + 1} of ${most} back`,
                }))}
                onChange={({ currentTarget: { value } }) => {
                  setUnits({ ...units, [item]: Number(value) });
                  right('items');
                }}
              />
            )
          );
        })}
        {errors.items && (
          <p id="items-note" className="field-error">
            {errors.items}
          </p>
        )}
      </fieldset>
      <SelectField
        name="reason"
        label="Reason"
        empty="Choose a reason"
        value={reason}
        error={errors.reason}
        options={REASON_IDS.map((id) => ({ value: id, text: RETURN_REASONS[id].label }))}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value as ReturnReason);
          right('reason');
        }}
        flow
        note={
          reason
            ? isMind && courierPaidBy === 'customer'
              ? 'You pay the courier back to us.'
              : 'We pay the courier back to us.'
            : undefined
        }
      />
      <div>
        <Tick
          name="opened"
          checked={opened}
          onChange={() => {
            setOpened(!opened);
            right('opened');
          }}
        >
          A seal is broken
        </Tick>
        {(errors.opened || (isMind && opened && !mayBeOpened)) && (
          <p className="field-error" role="alert">
            An opened bottle stays with you, unless something is wrong with it.
          </p>
        )}
      </div>
      <TextField
        name="words"
        label={isMind ? 'Anything that we should know (optional)' : 'What is wrong?'}
        rows={3}
        required={!isMind}
        maxLength={LONGEST_RETURN_TEXT}
        value={words}
        error={errors.words}
        note="You can add pictures in the next step."
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value);
          right('words');
        }}
      />
      <SelectField
        name="wish"
        label="What would you like?"
        empty="Choose what you want"
        value={wish}
        error={errors.wish}
        options={WISH_IDS.map((id) => ({ value: id, text: RETURN_WISHES[id] }))}
        onChange={({ currentTarget }) => {
          setWish(currentTarget.value as ReturnWish);
          right('wish');
        }}
      />
      <Messages message={message} />
      <div>
        <SubmitButton label="Ask to send it back" busy="Sending…" pending={pending} />
      </div>
    </form>
  );
}
