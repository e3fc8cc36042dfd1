/** Fills 'Your place' of a product's page: the state, its areas, and the shipping places that serve one. */
import type { ShippingPlace } from '#contract/app-data.ts';
import { isPickup, placesFor } from '#domain/delivery/places.ts';
import { formatNaira } from '#domain/money/money.ts';
import { areasOf } from '#domain/places/areas.ts';
import { STATES } from '#domain/places/geography.ts';
import { $draft, keepDraft } from '#site/checkout/draft-store.ts';
import { fetchStyles } from '#site/lazy/fetch-styles.ts';
import { askPlaces } from './ask-places.ts';
import styles from './choice.css?url';
import { $destination } from './destination-store.ts';
import { keptPlaces } from './kept-places.ts';

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

const option = (value: string, text = value) => make('option', { value }, text);
const field = (label: string, select: HTMLSelectElement) =>
  make('div', {}, make('label', { htmlFor: select.id }, label), select);

/** Says what comes of a choice. line.ts says what the line has then. */
const said = make('p', { className: 'visually-hidden', role: 'status' });

/** Remembers a destination, for this page and for the checkout's form. */
function choose(state: string, area: string, place: string): void {
  keepDraft({ state, city: area, shippingLocation: place });
  $destination.set({ state, area, place });
}

/** The places as a choice. */
function choiceOf(
  legend: string,
  places: readonly ShippingPlace[],
  pick: (place: string) => void,
): Element {
  const chosen = $destination.get()?.place;
  return make(
    'fieldset',
    { className: 'choice-places' },
    make('legend', { className: 'field-hint' }, legend),
    ...places.map(({ place, amount }) =>
      make(
        'label',
        {},
        make('input', {
          type: 'radio',
          name: 'delivery-place',
          value: place,
          checked: place === chosen,
          onchange: () => pick(place),
        }),
        // A screen reader would join its last word and the amount.
        make('span', {}, `${place}\u00a0`),
        make('span', { className: 'display' }, amount > 0 ? formatNaira(amount) : 'Free'),
      ),
    ),
  );
}

function form(places: readonly ShippingPlace[]): Element {
  const known = $destination.get();
  const typed = $draft.get();
  const state = make(
    'select',
    { className: 'select', id: 'delivery-state', autocomplete: 'address-level1' },
    option('', 'Choose your state'),
  );
  state.append(...STATES.map((each) => option(each.state)));
  const first = option('');
  const area = make(
    'select',
    { className: 'select', id: 'delivery-area', autocomplete: 'address-level2' },
    first,
  );
  const found = make('div', {});

  const showAreas = (chosen: string) => {
    // The first option stays: a list whose selected option is replaced has another selection, and Orca follows it there,
    // away from the state that the shopper is choosing.
    area.length = 1;
    first.text = state.value ? 'Choose your area' : 'Choose your state first';
    area.append(...areasOf(state.value).map((each) => option(each)));
    area.disabled = !state.value;
    area.value = areasOf(state.value).includes(chosen) ? chosen : '';
  };
  const showPlaces = () => {
    if (!area.value) return found.replaceChildren();
    const { serving, others } = placesFor(places, state.value, area.value);
    const delivered = serving.filter(({ place }) => !isPickup(place));
    const choices = delivered.length > 0 ? serving : [...serving, ...others];
    const pick = (place: string) => choose(state.value, area.value, place);
    const kept = $destination.get();
    const same = kept?.state === state.value && kept.area === area.value;
    const [only, more] = delivered;
    // One that alone brings it there is chosen. Of several the shopper chooses, and the line stays as it was until then.
    if (!same && !more) pick(only?.place ?? '');
    said.textContent = !same && more ? 'Which of these is yours?' : '';
    const nowhere = `We do not deliver to ${area.value} yet.`;
    const legend = more
      ? 'Which of these is yours?'
      : only
        ? `We deliver to ${area.value}.`
        : choices.length > 0
          ? `${nowhere} Elsewhere in ${state.value}:`
          : nowhere;
    found.replaceChildren(
      choices.length > 0 ? choiceOf(legend, choices, pick) : make('p', {}, legend),
    );
  };
  state.addEventListener('change', () => {
    showAreas('');
    showPlaces();
  });
  area.addEventListener('change', showPlaces);
  state.value = known?.state ?? typed.state;
  showAreas(known?.area ?? '');
  if (known) showPlaces();
  return make(
    'div',
    { className: 'choice' },
    make(
      'div',
      { className: 'choice-fields' },
      field('State', state),
      field('Local government area', area),
    ),
    found,
  );
}

/** Shows the choice in an opened `<details>`. Asks the API at most once a minute in each tab. */
export async function handle(details: Element): Promise<void> {
  const body = details.querySelector('div');
  if (!body || !details.matches('[open]') || body.querySelector('.choice')) return;
  details.append(said);
  body.replaceChildren(make('p', {}, 'Loading shipping locations...'));
  const [places] = await Promise.all([keptPlaces.get() ?? askPlaces(), fetchStyles(styles)]);
  if (places) {
    const nowhere = make('p', {}, 'We cannot deliver yet.');
    return body.replaceChildren(places.length > 0 ? form(places) : nowhere);
  }
  const again = make('button', { type: 'button', className: 'link' }, 'Try again');
  again.addEventListener('click', () => {
    details.querySelector('summary')?.focus();
    void handle(details);
  });
  body.replaceChildren(
    make('p', { className: 'field-error', role: 'alert' }, 'Failed to load shipping locations'),
    again,
  );
}
