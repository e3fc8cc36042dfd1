import { useMemo, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { StockAlert } from '#contract/stock-alert.ts';
import { stockAlertCalls } from '#contract/stock-alert-calls.ts';
import { ALERT_CONSENT } from '#domain/products/stock-alert.ts';
import type { CallError } from '#site/client/errors.ts';
import { has } from '#site/client/extensions.ts';
import { Failed, Said, Waiting } from '#site/email-link/parts.tsx';
import { island } from '#site/lazy/island.tsx';
import { useHydrated } from '#site/lazy/use-hydrated.ts';
import { useAnswer } from '#site/orders/use-answer.ts';
import { call } from '#site/session/call.ts';

/** The page behind the links in emails about a product that is back: confirms a request, or stops the emails. */
function AlertPage() {
  const hydrated = useHydrated();
  const query = useMemo(
    () => new URLSearchParams(hydrated ? location.hash.slice(1) : ''),
    [hydrated],
  );
  const [stopped, setStopped] = useState(false);
  const confirm = query.get('confirm') ?? '';
  const stop = query.get('stop') ?? (stopped ? confirm : '');
  // Until the link is known, nothing is said about it.
  if (!hydrated) return <Waiting />;
  if (!has('product.stockAlert')) return <Gone />;
  if (stop) return <Stop key="stop" secret={stop} />;
  if (confirm) return <Confirm secret={confirm} onStop={() => setStopped(true)} />;
  return <Gone />;
}

export default island(AlertPage);

/** A link that needs no click: opening it is enough. */
function Stop({ secret }: { secret: string }) {
  const { answer, again } = useAnswer(async () => {
    await call(stockAlertCalls.stopStockAlert, { params: { key: secret } });
    return true;
  }, secret);
  if (answer.kind === 'waiting') return <Waiting />;
  if (answer.kind === 'known') {
    return (
      <Said title="Stopped" live>
        <p>You get no such email any more, and we delete your address.</p>
        <Onward />
      </Said>
    );
  }
  // The secret is malformed: no email was ever sent with it.
  return isGone(answer.error) ? <Gone /> : <Failed error={answer.error} retry={again} />;
}

function Confirm({ secret, onStop }: { secret: string; onStop: () => void }) {
  const params = { key: secret };
  const { answer, again } = useAnswer(() => call(stockAlertCalls.stockAlert, { params }), secret);
  const [pressed, setPressed] = useState(false);
  const confirmed = useAnswer(
    () => call(stockAlertCalls.confirmStockAlert, { params }),
    pressed ? secret : undefined,
  );
  if (answer.kind === 'waiting') return <Waiting />;
  const failed = [answer, confirmed.answer].find((each) => each.kind === 'failed');
  if (failed?.kind === 'failed') {
    if (isGone(failed.error)) return <Gone />;
    const retry = answer.kind === 'failed' ? again : confirmed.again;
    return <Failed error={failed.error} retry={retry} />;
  }
  const known = confirmed.answer.kind === 'known' ? confirmed.answer : answer;
  if (known.kind !== 'known') return <Waiting />;
  const alert = known.data;
  if (alert.state === 'told') return <Told alert={alert} />;
  if (alert.state === 'waiting') return <Confirmed alert={alert} onStop={onStop} />;
  return (
    <Said title={`Shall we tell you when ${alert.name} is back?`}>
      <p>{ALERT_CONSENT}</p>
      <div>
        <button
          type="button"
          className="button"
          aria-disabled={pressed || undefined}
          onClick={() => setPressed(true)}
        >
          {pressed ? 'Confirming…' : 'Yes, tell me'}
        </button>
      </div>
    </Said>
  );
}

function Confirmed({ alert, onStop }: { alert: StockAlert; onStop: () => void }) {
  return (
    <Said title="We will tell you" live>
      <p>
        You get one email when <Product alert={alert} /> is back. Who asked first is told first, and
        no more people than there are units.
      </p>
      <p>Changed your mind? The email with the link has another one that stops it, too.</p>
      <div>
        <button type="button" className="button-quiet" onClick={onStop}>
          Stop this email
        </button>
      </div>
    </Said>
  );
}

function Told({ alert }: { alert: StockAlert }) {
  return (
    <Said title="We have told you">
      <p>
        The email about <Product alert={alert} /> is on its way or with you, and your request ends
        with it. If it is sold out again, you can ask again on its page.
      </p>
    </Said>
  );
}

function Gone() {
  return (
    <Said title="This link no longer works">
      <p>
        The request has ended, or its address was not confirmed in time. You can ask again on the
        page of the fragrance.
      </p>
      <Onward />
    </Said>
  );
}

const isGone = ({ kind }: CallError) => kind === 404 || kind === 400;

const Product = ({ alert: { productId, name } }: { alert: StockAlert }) => (
  <a className="link" href={paths.product(productId)}>
    {name}
  </a>
);

const Onward = () => (
  <p>
    <a className="button" href={paths.products}>
      All Fragrances
    </a>
  </p>
);
