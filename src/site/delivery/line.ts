/**
 * The line of a product's page that says when it arrives, and what that costs. Loaded once the line is on screen, after
 * the first paint: until then it says what is true whatever the time (DeliveryLine.astro).
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
/** The words of the build, which stand when nothing can be told. */
const built = [...(line?.children ?? [])].map((element) => element.textContent ?? '');

/** Shows a headline and sentences; a change of nothing writes nothing. */
function write([head = '', rest = '']: readonly string[]): void {
  const [first, second] = line?.children ?? [];
  if (first && first.textContent !== head) first.textContent = head;
  if (second && second.textContent !== rest) second.textContent = rest;
}

const sentences = (...texts: readonly (string | undefined)[]) =>
  texts.flatMap((text) => (text ? [/[.!?]$/.test(text) ? text : `${text}.`] : [])).join(' ');

/** Without a destination: the first of the states that are near, and the others. */
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

/** Says the line after the shopper has chosen, where choice.ts has put the status for it. */
function say(): void {
  const status = document.querySelector('.delivery [role="status"]');
  const [head, rest] = [...(line?.children ?? [])].map((element) => element.textContent);
  if (status) status.textContent = `${head}. ${rest}`;
}

/** Shows what holds now. `ask`: whether the API may be asked, for fees that are older than a minute, or for the time. */
async function showLine(ask: boolean): Promise<void> {
  const destination = $destination.get();
  if (summary) summary.textContent = destination ? 'Change' : 'Your place';
  const wanted = ask && (destination || !isShopTime());
  const places = keptPlaces.get() ?? (wanted ? await askPlaces() : known);
  known = places ?? known;
  // The shopper has chosen another one meanwhile.
  if ($destination.get() !== destination) return;
  if (!destination) write(tellAll());
  else write(places ? tellPlace(destination, places) : built);
}

let started = false;

/** Shows the line, and keeps it true: by the minute, and when another place is chosen. */
export function startLine(): void {
  if (started) return;
  started = true;
  whenShown(() => {
    void showLine(true);
    $destination.listen(() => void showLine(true).then(say));
    // It counts down without asking again, and not in a tab that nobody sees.
    setInterval(() => document.hidden || void showLine(false), 30_000);
    // Back out of the back/forward cache, perhaps the next day.
    addEventListener('pageshow', ({ persisted }) => persisted && void showLine(true));
  });
}
