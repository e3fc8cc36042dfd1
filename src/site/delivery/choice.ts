/** Fills 'Your place' on a product page: the state, its areas, and the shipping places that serve an area. */
import type { ShippingPlace } from '#contract/app-data.ts';
import { placesFor } from '#domain/delivery/places.ts';
import { formatNaira } from '#domain/money/money.ts';
import { areasOf } from '#domain/places/areas.ts';
import { STATES } from '#domain/places/geography.ts';
import { $draft, keepDraft } from '#site/checkout/draft-store.ts';
import { type Html, html, show } from '#site/html.ts';
import { fetchStyles } from '#site/lazy/load-module.ts';
import { askPlaces } from './ask-places.ts';
import styles from './choice.css?url';
import { $destination } from './destination-store.ts';
import { keptPlaces } from './kept-places.ts';

const option = (value: string, text = value) => html`<option value="${value}">${text}</option>`;

/** Remembers a destination, for this page and for the checkout's form. */
function choose(state: string, area: string, place: string): void {
  keepDraft({ state, city: area, shippingLocation: place });
  $destination.set({ state, area, place });
}

/** Renders the places as radio buttons. */
function placesHtml(legend: string, places: readonly ShippingPlace[]): Html {
  const chosen = $destination.get()?.place;
  const choices = places.map(
    ({ place, amount }) =>
      // A screen reader would join the last word of the place to the amount.
      html`<label><input type="radio" name="delivery-place" value="${place}"${place === chosen && html` checked`}><span>${place}\u00a0</span><span class="display">${amount > 0 ? formatNaira(amount) : 'Free'}</span></label>`,
  );
  return html`<fieldset class="choice-places"><legend class="field-hint">${legend}</legend>${choices}</fieldset>`;
}

const FORM = html`<div class="choice"><div class="choice-fields">
<div><label for="delivery-state">State</label><select class="select" id="delivery-state" autocomplete="address-level1">${option('', 'Choose your state')}${STATES.map(({ state }) => option(state))}</select></div>
<div><label for="delivery-area">Local government area</label><select class="select" id="delivery-area" autocomplete="address-level2">${option('')}</select></div>
</div><div></div></div><p class="visually-hidden" role="status"></p>`;

/** Fills the form in `body`, and follows its choices. */
function follow(body: Element, places: readonly ShippingPlace[]): void {
  const known = $destination.get();
  const [state, area] = body.querySelectorAll('select') as unknown as [
    HTMLSelectElement,
    HTMLSelectElement,
  ];
  const [first] = area.options as unknown as [HTMLOptionElement];
  const found = body.querySelector('.choice > :last-child') as HTMLElement;
  // Announces the effect of a choice. line.ts announces the new line.
  const said = body.lastElementChild as HTMLElement;

  const showAreas = (chosen: string) => {
    // The first option stays. If the selected option of a list is replaced, the selection changes, and Orca follows it
    // there, away from the state that the shopper is choosing.
    area.length = 1;
    first.text = state.value ? 'Choose your area' : 'Choose your state first';
    show(area, html`${areasOf(state.value).map((each) => option(each))}`, 'beforeend');
    area.disabled = !state.value;
    area.value = areasOf(state.value).includes(chosen) ? chosen : '';
  };
  const pick = (place: string) => choose(state.value, area.value, place);
  const showPlaces = () => {
    if (!area.value) return found.replaceChildren();
    const { serving, delivered, others } = placesFor(places, state.value, area.value);
    const choices = delivered.length > 0 ? serving : [...serving, ...others];
    const kept = $destination.get();
    const same = kept?.state === state.value && kept.area === area.value;
    const [only, more] = delivered;
    // A single place is chosen automatically. If there are several, the shopper chooses, and the line stays until then.
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
    show(found, choices.length > 0 ? placesHtml(legend, choices) : html`<p>${legend}</p>`);
  };
  state.addEventListener('change', () => {
    showAreas('');
    showPlaces();
  });
  area.addEventListener('change', showPlaces);
  found.addEventListener('change', ({ target }) => pick((target as HTMLInputElement).value));
  state.value = known?.state ?? $draft.get().state;
  showAreas(known?.area ?? '');
  if (known) showPlaces();
}

/** Shows the choice in an opened `<details>`. Asks the API at most once a minute in each tab. */
export async function handle(details: Element): Promise<void> {
  const body = details.querySelector('div');
  if (!body || !details.matches('[open]') || body.querySelector('.choice')) return;
  show(body, html`<p>Loading shipping locations...</p>`);
  const [places] = await Promise.all([keptPlaces.get() ?? askPlaces(), fetchStyles(styles)]);
  if (places) {
    if (!places[0]) return show(body, html`<p>We cannot deliver yet.</p>`);
    show(body, FORM);
    follow(body, places);
    return;
  }
  show(
    body,
    html`<p class="field-error" role="alert">Failed to load shipping locations</p><button type="button" class="link">Try again</button>`,
  );
  body.querySelector('button')?.addEventListener('click', () => {
    details.querySelector('summary')?.focus();
    void handle(details);
  });
}
