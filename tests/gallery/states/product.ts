import {
  discoverySet,
  fewLeft,
  longText,
  nairaOff,
  noPicture,
  oudWood,
  percentOff,
  plain,
  products,
  retired,
  soldOut,
} from '../data/products.ts';
import type { Screen, State } from '../state.ts';

const at = ({ id }: { id: string }) => `/products/${id}`;
/** A path without a built page; the API may have the product. */
const LATE = '/products/late-arrival';
const late = { ...oudWood, id: 'late-arrival', _id: 'late-arrival', name: 'Tom Ford Late Arrival' };

/** Returns a state of the delivery line, for a device with this destination. */
const delivery = (name: string, shows: string, rest: Partial<State> = {}): State => ({
  name: `product-delivery${name}`,
  route: at(oudWood),
  steps: [{ reach: '.delivery summary' }],
  shows: ['.delivery', shows],
  part: '.delivery',
  ...rest,
});
const to = (state: string, area: string, place: string) => () => ({
  'turare:destination': { state, area, place },
});
const island = to('Lagos', 'Eti-Osa', 'Lagos – Island (Ikoyi, Victoria Island)');
const openChoice = { press: '.delivery summary' };

const alert = (name: string, shows: State['shows'], rest: Partial<State> = {}): State => ({
  name,
  route: at(soldOut),
  steps: [
    { press: '.stock-alert summary' },
    { type: 'amina@example.com', into: '.stock-alert input' },
    { press: '.stock-alert form button' },
  ],
  shows,
  part: '.product-buy',
  ...rest,
});

export const product: Screen = {
  name: 'product',
  title: 'Product',
  states: [
    { name: 'product', route: at(oudWood), shows: '.product-wish', main: true },
    {
      name: 'product-second-picture',
      route: at(oudWood),
      steps: [{ press: ['[data-step]', 'Next picture'] }],
      shows: '.gallery-dots :nth-child(2)[aria-current="true"]',
      part: '.product-pictures',
    },
    {
      name: 'product-many-pictures',
      route: at(longText),
      steps: [{ press: ['[data-step]', 'Previous picture'] }],
      shows: '.gallery-thumbs li:last-child [aria-current="true"]',
      part: '.product-pictures',
    },
    {
      name: 'product-description',
      route: at(longText),
      steps: [{ press: '.product-description summary' }],
      shows: ['.product-description summary', 'Read less'],
      part: '.product-description',
    },
    {
      name: 'product-share',
      route: at(oudWood),
      steps: [{ press: '.share summary' }],
      shows: ['.share-menu button', 'Copy Link'],
      part: 'screen',
    },
    {
      name: 'product-no-picture',
      route: at(noPicture),
      shows: ['.no-picture', 'No image available'],
      part: '.product',
    },
    {
      name: 'product-sold-out',
      route: at(soldOut),
      shows: ['.product .stock', 'OUT OF STOCK'],
      part: '.product-text',
    },
    {
      name: 'product-retired',
      route: at(retired),
      shows: ['.product-buy', 'We no longer sell this fragrance.'],
    },
    {
      name: 'product-few-left',
      route: at(fewLeft),
      shows: ['.product .stock', 'Only 3 left'],
      part: '.product-buy',
    },
    {
      name: 'product-percent-off',
      route: at(percentOff),
      shows: ['.product .badge', '-25%'],
      part: '.product-buy',
    },
    {
      name: 'product-naira-off',
      route: at(nairaOff),
      shows: ['.product .badge', '-₦20,000'],
      part: '.product-buy',
    },
    {
      name: 'product-plain',
      route: at(plain),
      shows: ['.product-name', 'A Plain Fragrance'],
    },
    {
      name: 'product-sizes',
      route: at(fewLeft),
      shows: ['.sizes li', '30 ml'],
      part: '.sizes',
    },
    {
      name: 'product-sample',
      route: at(fewLeft),
      shows: ['.samples li', 'Try it first: 2 ml'],
      part: '.samples',
    },
    {
      name: 'product-set',
      route: at(discoverySet),
      steps: [{ press: ['.set label', 'Oud Wood'] }],
      shows: ['.set', '1 of 2 chosen'],
      part: '.product-buy',
    },
    {
      name: 'product-provenance',
      route: at(noPicture),
      shows: ['.provenance', 'Is it real?'],
      part: '.composition',
    },
    {
      name: 'product-long-text',
      route: at(longText),
      shows: ['.product .price-now', '₦1,234,567.50'],
    },
    {
      name: 'product-on-wishlist',
      route: at(fewLeft),
      steps: [{ press: '.product-wish' }],
      // The delivery line is also in view.
      shows: ['main:has([aria-pressed="true"]) .delivery', 'In Lagos on Tuesday, November 24'],
      part: 'screen',
    },
    {
      name: 'product-recently-viewed',
      route: at(soldOut),
      local: () => ({ 'turare:viewed': products.slice(0, 5) }),
      steps: [{ reach: ['footer a', 'Contact Us'] }],
      shows: '.recent .card-name',
      part: '.recent',
    },
    {
      name: 'product-recently-viewed-offline',
      route: at(soldOut),
      cut: true,
      local: () => ({ 'turare:viewed': products.slice(0, 2) }),
      steps: [{ reach: ['footer a', 'Contact Us'] }],
      shows: ['.recent-note', 'Prices as you last saw them'],
      part: '.recent',
    },
    delivery('', 'In Lagos on Tuesday, November 24'),
    delivery('-one-day', 'With you on Tuesday, November 24', { local: island }),
    delivery('-window', 'With you between', { local: to('Kano', 'Dala', 'Kano – Kano') }),
    delivery('-nowhere', 'We do not deliver to Bonny, Rivers yet', {
      local: to('Rivers', 'Bonny', ''),
    }),
    delivery('-choice', 'Which of these is yours?', {
      local: island,
      steps: [openChoice],
    }),
    delivery('-choice-nowhere', 'We do not deliver to Bonny yet.', {
      local: to('Rivers', 'Bonny', ''),
      steps: [openChoice],
    }),
    delivery('-loading', 'Loading shipping locations...', {
      steps: [openChoice],
      api: { shippingAddresses: 'waits', live: 'waits' },
    }),
    delivery('-failed', '', {
      shows: ['.delivery:has(.field-error)', 'by your device’s clock'],
      steps: [openChoice],
      api: { shippingAddresses: 'cut', live: 'cut' },
    }),
    alert('product-alert', ['.stock-alert label', 'Email'], {
      steps: [{ press: '.stock-alert summary' }],
    }),
    alert('product-alert-loading', ['.stock-alert', 'Loading…'], {
      steps: [{ press: '.stock-alert summary' }],
      files: { '/_assets/stock-alert': 'waits' },
    }),
    alert('product-alert-asked', ['.stock-alert', 'Check amina@example.com']),
    alert('product-alert-before', ['.stock-alert', 'You have asked for this already'], {
      session: () => ({ 'turare:stock-alerts': [soldOut.id] }),
      steps: [{ press: '.stock-alert summary' }],
    }),
    alert('product-alert-invalid', ['.stock-alert', 'Please enter a valid email'], {
      steps: [
        { press: '.stock-alert summary' },
        { type: 'amina@', into: '.stock-alert input' },
        { press: '.stock-alert form button' },
      ],
    }),
    alert('product-alert-too-many', ['.stock-alert', 'Please try again in 40 minutes.'], {
      api: {
        askStockAlert: {
          code: 'rate_limited',
          message: 'There were too many tries in a short time. Please try again in 40 minutes.',
        },
      },
    }),
    alert('product-alert-offline', ['.stock-alert', 'The shop could not be reached.'], {
      api: { askStockAlert: 'cut' },
    }),
    alert('product-alert-available', ['.stock-alert', 'It is back: you can buy it now.'], {
      api: { askStockAlert: { body: { state: 'available' } } },
    }),
    {
      name: 'product-not-found',
      route: '/products/no-such-fragrance',
      shows: ['.late-missing', 'Product not found'],
      status: 404,
      main: true,
    },
    {
      name: 'product-late',
      route: LATE,
      api: {
        product: { body: { product: late, relatedProducts: [fewLeft, percentOff, soldOut] } },
        live: { body: { products: [late, fewLeft, percentOff, soldOut] } },
      },
      shows: ['.related', 'You may also like'],
      status: 404,
    },
    {
      name: 'product-late-set',
      route: LATE,
      api: {
        product: { body: { product: { ...late, choose: 2 }, relatedProducts: [] } },
        live: { body: { products: [late] } },
      },
      shows: ['.product-actions', 'You can choose what is in it here soon.'],
      status: 404,
    },
    {
      name: 'product-late-loading',
      route: LATE,
      api: { product: 'waits' },
      shows: '.late-asking .skeleton',
      status: 404,
    },
    {
      name: 'product-late-failed',
      route: LATE,
      api: { product: 'cut' },
      shows: ['.late-failed', 'could not be reached'],
      status: 404,
    },
  ],
};
