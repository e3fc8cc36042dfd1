/**
 * The line on a product page that says when the product arrives and what delivery costs. Loaded after the first paint,
 * once the line is on screen. Until then it says what is true at any time (DeliveryLine.astro).
 */
import { delivery } from '#config/delivery.ts';
import type { ShippingPlace } from '#contract/app-data.ts';
import { formatNaira } from '#domain/money/money.ts';
import { isShopTime } from '#site/client/clock.ts';
import { whenShown } from '#site/speculation/shown.ts';
import { askPlaces } from './ask-places.ts';
import { $destination, type Destination } from './destination-store.ts';
import { type DeliveryEstimate, estimateDelivery } from './estimate.ts';
import { keptPlaces } from './kept-places.ts';

const line = document.querySelector('.delivery > div');
const summary = document.querySelector('.delivery summary');
/** The words of the build, shown when nothing better is known. */
const built = [...(line?.children ?? [])].map((element) => element.textContent ?? '');

/** Shows a headline and sentences. Writes nothing if nothing changed. */
function write([head = '', rest = '']: readonly string[]): void {
  const [first, second] = line?.children ?? [];
  if (first && first.textContent !== head) first.textContent = head;
  if (second && second.textContent !== rest) second.textContent = rest;
}

const sentences = (...texts: readonly (string | undefined)[]) =>
  texts.flatMap((text) => (text ? [/[.!?]$/.test(text) ? text : `${text}.`] : [])).join(' ');

/** Returns the line without a destination: the first nearby state, and the others. */
function tellAll(): readonly string[] {
  const [near] = delivery.near;
  const [state = ''] = near?.states ?? [];
  const somewhere = (name: string): ShippingPlace => ({ place: '', amount: 0, state: name });
  const far = estimateDelivery(somewhere(''), '');
  if (!far) return built;
  const estimate: DeliveryEstimate | undefined = state
    ? estimateDelivery(somewhere(state), state)
    : far;
  if (!estimate) return built;
  const inState = estimate.arrival.replace('With you', `In ${state}`);
  const elsewhere = far.arrival.replace('With you', 'Elsewhere');
  return [
    state ? inState : estimate.arrival,
    sentences(estimate.orderBy, state && elsewhere, built[0], estimate.expected ?? far.expected),
  ];
}

function tellPlace(
  { state, area, place: name }: Destination,
  places: readonly ShippingPlace[],
): readonly string[] {
  const where = area ? `${area}, ${state}` : state;
  const place = places.find((each) => each.place === name);
  if (!name) return [`We do not deliver to ${where} yet`, 'Another place near you may do.'];
  if (!place) return [`We no longer deliver to ${name}`, 'Please choose another place.'];
  const fee = `${place.amount > 0 ? formatNaira(place.amount) : 'Free'}: ${name}`;
  const estimate = estimateDelivery(place, state);
  if (!estimate) return [`Delivery ${formatNaira(place.amount)}`, `${fee}. ${built[1]}`];
  return [estimate.arrival, sentences(estimate.orderBy, fee, estimate.expected)];
}

let known: ShippingPlace[] | undefined;

/** Announces the line after the shopper's choice, in the status that choice.ts placed. */
function say(): void {
  const status = document.querySelector('.delivery [role="status"]');
  const [head, rest] = [...(line?.children ?? [])].map((element) => element.textContent);
  if (status) status.textContent = `${head}. ${rest}`;
}

/** Shows the current line. `ask`: whether the API may be asked, for the time or for fees older than a minute. */
async function showLine(ask: boolean): Promise<void> {
  const destination = $destination.get();
  if (summary) summary.textContent = destination ? 'Change' : 'Your place';
  const wanted = ask && (destination || !isShopTime());
  const places = keptPlaces.get() ?? (wanted ? await askPlaces() : known);
  known = places ?? known;
  // The shopper has chosen another one since.
  if ($destination.get() !== destination) return;
  if (!destination) write(tellAll());
  else write(places ? tellPlace(destination, places) : built);
}

let started = false;

/** Shows the line and updates it: every half minute, and when another place is chosen. */
export function startLine(): void {
  if (started) return;
  started = true;
  whenShown(() => {
    void showLine(true);
    $destination.listen(() => void showLine(true).then(say));
    // It counts down without asking again, and not in a hidden tab.
    setInterval(() => document.hidden || void showLine(false), 30_000);
    // After a return by the back/forward cache, perhaps the next day.
    addEventListener('pageshow', ({ persisted }) => persisted && void showLine(true));
  });
}
