/** Fills 'Delivery fees by place' on a product page. Comes when it is opened. */
import type { ShippingPlace } from '#contract/app-data.ts';
import { formatNaira } from '#domain/money.ts';
import { $draft, keepDraft } from '#site/checkout/draft-store.ts';
import { ask } from '#site/client/ask.ts';
import { keptPlaces, readPlaces } from './kept-places.ts';

/** The places; undefined when there is no answer, or not the one agreed on. */
async function fetchPlaces(): Promise<ShippingPlace[] | undefined> {
  const { body } = await ask('/api/app-data/shipping-addresses');
  const places = readPlaces(body);
  if (places) keptPlaces.set(places);
  return places;
}

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The fees as a choice; what is chosen here stands in the checkout's form. */
function listOf(places: readonly ShippingPlace[]): Element {
  const chosen = $draft.get().shippingLocation;
  return make(
    'fieldset',
    { className: 'fees-list' },
    make('legend', { className: 'field-hint' }, 'Choose yours, and the checkout will know it.'),
    ...places.map(({ place, amount }) =>
      make(
        'label',
        {},
        make('input', {
          type: 'radio',
          name: 'delivery-place',
          value: place,
          checked: place === chosen,
          onchange: () => keepDraft({ shippingLocation: place }),
        }),
        make('span', {}, place),
        make('span', { className: 'display' }, formatNaira(amount)),
      ),
    ),
  );
}

/** Shows the fees in an opened `<details>`; asks at most once a minute and tab. */
export async function open(details: Element): Promise<void> {
  const body = details.querySelector('div');
  if (!body || body.querySelector('fieldset')) return;
  body.replaceChildren(make('p', {}, 'Loading shipping locations...'));
  const places = keptPlaces.get() ?? (await fetchPlaces());
  if (places) {
    body.replaceChildren(listOf(places));
    return;
  }
  const again = make('button', { type: 'button', className: 'link' }, 'Try again');
  again.addEventListener('click', () => {
    details.querySelector('summary')?.focus();
    void open(details);
  });
  body.replaceChildren(
    make('p', { className: 'field-error' }, 'Failed to load shipping locations'),
    again,
  );
}
