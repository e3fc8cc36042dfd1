import { useEffect, useRef, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';
import type { OrderReturns } from '#contract/order-return.ts';
import { lagosDate, lagosMoment } from '#domain/lagos-date.ts';
import { MOST_RETURN_PICTURES, RETURN_REASONS, RETURN_WISHES } from '#domain/returns/rules.ts';
import { AddPicture } from './AddPicture.tsx';
import { ReturnForm } from './ReturnForm.tsx';

type Asked = OrderReturns['asked'][number];

const STATES = {
  asked: 'We look at it',
  accepted: 'Accepted',
  refused: 'Refused',
  received: 'It is with us',
  ended: 'Settled',
} as const;
const NEXT = {
  asked: 'Keep the goods as they are, and send nothing yet. We write to you.',
  accepted: '',
  refused: '',
  received: 'We have received it, and settle it within a few days.',
  ended: 'The refund or the new order has an email of its own.',
} as const;

const labelOf = (labels: Record<string, string | { label: string }>, word: string) => {
  const found = Object.hasOwn(labels, word) ? labels[word] : undefined;
  return typeof found === 'object' ? found.label : (found ?? word);
};

interface Props {
  order: Order & { returns: OrderReturns };
  /** The secret of the order's link; '' for the signed-in customer. */
  secret: string;
}

/** Her requests to return goods of an order, with their progress (extension order.return). */
export function Returns({ order: given, secret }: Props) {
  const [held, setHeld] = useState({ given, order: given });
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const news = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isSent) news.current?.focus();
  }, [isSent]);
  // A later reading of the page counts more than the answer to a request.
  const order = held.given === given ? held.order : given;
  const changed = (answer: Order) =>
    answer.returns && setHeld({ given, order: { ...answer, returns: answer.returns } });
  const { left, asked, until } = order.returns;
  const mayAsk = left.some((units) => units > 0);
  return (
    <section className="order-returns panel" aria-labelledby="returns-title">
      <h2 id="returns-title" className="panel-title">
        Returns
      </h2>
      {isSent && (
        <p ref={news} tabIndex={-1} className="notice notice-good mt-3">
          We have your request. You can add pictures to it here.
        </p>
      )}
      <ul className="mt-2 divide-y divide-hairline">
        {asked.map((each) => (
          <Request key={each.id} order={order} asked={each} secret={secret} changed={changed} />
        ))}
      </ul>
      {mayAsk && (
        <div className="grid justify-items-start gap-3 pt-2">
          <p className="text-small text-ink-soft">
            {until
              ? `Until ${lagosDate(until)} you can ask to send something back. `
              : 'Is something wrong with it? You can ask to send it back. '}
            <a className="link" href={paths.returns}>
              How returns work
            </a>
          </p>
          <button
            type="button"
            className="button-quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Send something back
          </button>
        </div>
      )}
      {mayAsk && isOpen && (
        <ReturnForm
          order={order}
          secret={secret}
          sent={(answer) => {
            changed(answer);
            setOpen(false);
            setSent(true);
          }}
        />
      )}
    </section>
  );
}

interface RequestProps extends Props {
  asked: Asked;
  changed: (order: Order) => void;
}

function Request({ order, asked, secret, changed }: RequestProps) {
  const { id, at, items, reason, wish, words, state, answer, exchange, pictures } = asked;
  const isOpen = state !== 'refused' && state !== 'ended';
  return (
    <li className="grid gap-2 py-4">
      <p className="flex flex-wrap justify-between gap-x-6">
        <b className="font-normal text-name">{STATES[state]}</b>{' '}
        <time dateTime={at} className="text-small text-ink-soft">
          {lagosMoment(at)}
        </time>
      </p>
      <p dir="auto">
        {items
          .map(({ item, quantity }) => `${quantity} × ${order.items[item]?.name ?? 'a product'}`)
          .join(', ')}
      </p>
      <p className="text-small text-ink-soft">
        {labelOf(RETURN_REASONS, reason)}. {labelOf(RETURN_WISHES, wish)}.
      </p>
      {words && (
        <p dir="auto" className="text-small whitespace-pre-line text-ink-soft">
          {words}
        </p>
      )}
      {pictures.length > 0 && (
        <ul className="flex gap-3" aria-label="Your pictures">
          {pictures.map((picture, at) => (
            <li key={picture}>
              <img src={picture} alt={`What you sent, ${at + 1}`} className="h-20 w-auto" />
            </li>
          ))}
        </ul>
      )}
      {answer && (
        <p
          dir="auto"
          className={`notice whitespace-pre-line ${state === 'refused' ? '' : 'notice-good'}`}
        >
          {answer}
        </p>
      )}
      {exchange && <p>Order #{exchange} replaces it.</p>}
      {NEXT[state] && <p className="text-small">{NEXT[state]}</p>}
      {isOpen && pictures.length < MOST_RETURN_PICTURES && (
        <AddPicture order={order} id={id} secret={secret} count={pictures.length} added={changed} />
      )}
    </li>
  );
}
