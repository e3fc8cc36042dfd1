/** Fills 'Delivery fees by place' on a product page. */
import type { ShippingPlace } from '#contract/app-data.ts';
import { formatNaira } from '#domain/money.ts';
import { $draft, keepDraft } from '#site/checkout/draft-store.ts';
import { askPlaces } from './ask-places.ts';
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

/** The fees as a choice, which the checkout's form remembers. */
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

/** Shows the fees in an opened `<details>`. Asks the API at most once a minute in each tab. */
export async function handle(details: Element): Promise<void> {
  const body = details.querySelector('div');
  if (!body || !details.matches('[open]') || body.querySelector('fieldset')) return;
  body.replaceChildren(make('p', {}, 'Loading shipping locations...'));
  const places = keptPlaces.get() ?? (await askPlaces());
  if (places) {
    const nowhere = make('p', {}, 'We cannot deliver yet.');
    body.replaceChildren(places.length > 0 ? listOf(places) : nowhere);
    return;
  }
  const again = make('button', { type: 'button', className: 'link' }, 'Try again');
  again.addEventListener('click', () => {
    details.querySelector('summary')?.focus();
    void handle(details);
  });
  body.replaceChildren(
    make('p', { className: 'field-error' }, 'Failed to load shipping locations'),
    again,
  );
}
