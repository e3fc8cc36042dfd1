import type { Faults } from '#backend/base/faults.ts';
import { refuse } from '#backend/base/result.ts';
import { joinList } from '#backend/merchant-files/cells.ts';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import { defineAction, leadTo, type Outcome } from '#backend/office/frame/routes.ts';
import { editProduct } from '#backend/products/edit/edit.ts';
import { setLowLimit } from '#backend/products/edit/low-stock.ts';
import { changeStatus } from '#backend/products/lifecycle/status.ts';
import { STATUS_AFTER, type StatusVerb } from '#backend/products/lifecycle/status-verbs.ts';
import { PRODUCTS, productPage } from './addresses.ts';
import { labelOf, typedCells } from './fields.ts';
import { altField, MOST_MEGABYTES, PHOTOS, PICTURE } from './Pictures.tsx';
import { ownPicturesOnly, picturesCell, takePhotos } from './photos.ts';
import { productView } from './product.tsx';
import { besideTheirs, inPageWords } from './refusals.ts';
import { changedWords } from './words.ts';

/** The most bytes of a form with all texts of a product. */
export const TEXT_BYTES = 256 * 1024;
export const PHOTO_BYTES = MOST_MEGABYTES * 1_000_000 + TEXT_BYTES;

const SOON = 'Shoppers see it in seconds.';

/** Returns the warnings about values that are valid but probably not meant. */
export const warningWords = ({ shown }: Faults): string =>
  shown
    .map(({ column, message }) =>
      column ? ` Mind: ${labelOf(column)} ${message}.` : ` Mind: ${message}`,
    )
    .join('');

/** Changes the texts, the price and the discount of a product. */
export const changeAction = defineAction({
  path: `${PRODUCTS}/:id`,
  role: 'owner',
  page: productView,
  maxBytes: TEXT_BYTES,
  async perform(request) {
    const id = request.param('id');
    const edited = await editProduct(request.db, id, {
      cells: typedCells((name) => request.text(name)),
      actor: request.actor,
      intake: ownPicturesOnly,
      versions: request.version,
    });
    if (!edited.ok) return besideTheirs(request, id, edited);
    const { changes, warnings } = edited.value;
    const saved =
      changes.length === 0
        ? 'Nothing was different, so nothing was saved.'
        : `Saved: ${changedWords(changes)}. ${SOON}${warningWords(warnings)}`;
    return leadTo(productPage(id), saved);
  },
});

/** Sets the number of units at which Today lists a product as running out. */
export const limitAction = defineAction({
  path: `${PRODUCTS}/:id/limit`,
  role: 'owner',
  page: productView,
  async perform(request) {
    const id = request.param('id');
    const set = await setLowLimit(request.db, request.actor, id, request.text('limit'));
    if (!set.ok) return set;
    return leadTo(productPage(id), `Today lists it as running out when ${set.value} are left.`);
  },
});

/** Adds to the stock, or takes off it. */
export const stockAction = defineAction({
  path: `${PRODUCTS}/:id/stock`,
  role: 'packer',
  page: productView,
  async perform(request) {
    const id = request.param('id');
    const typed = request.text('stock').replaceAll(/[\s,]/g, '');
    const sign = request.text('sign') === '-' ? '-' : '+';
    const change = /^[+-]/.test(typed) ? typed : sign + typed;
    const edited = await editProduct(request.db, id, {
      cells: { stock: change },
      actor: request.actor,
      intake: ownPicturesOnly,
    });
    if (!edited.ok) return inPageWords(edited);
    const { after } = edited.value;
    if (!after) return leadTo(productPage(id), 'Nothing was added or taken off.');
    const units = Math.abs(Number(change)).toLocaleString('en');
    return leadTo(
      productPage(id),
      `${units} ${change.startsWith('-') ? 'taken off' : 'added'}. On the shelf now: ${after.stock.toLocaleString('en')}.`,
    );
  },
});

/** Adds, sorts and removes pictures, and saves their texts. */
export const picturesAction = defineAction({
  path: `${PRODUCTS}/:id/pictures`,
  role: 'owner',
  page: productView,
  maxBytes: PHOTO_BYTES,
  perform: savePictures,
});

async function savePictures(request: FormRequest): Promise<Outcome> {
  const id = request.param('id');
  const { hashes: added, faults } = await takePhotos(request);
  if (faults.length > 0) {
    const words = faults.join(' ');
    const message = `Nothing was saved. ${words}`;
    return refuse('invalid', message, { fields: { [PHOTOS]: words } });
  }
  const [move = '', which = ''] = request.text('do').split(' ');
  const order = [...new Set([...moved(request.texts(PICTURE), move, which), ...added])];
  const alts = order.map((hash) => request.text(altField(hash)));
  const edited = await editProduct(request.db, id, {
    cells: { pictures: picturesCell(order), picture_alts: joinList(alts) },
    actor: request.actor,
    intake: ownPicturesOnly,
    versions: request.version,
  });
  if (edited.ok) {
    const { changes, warnings } = edited.value;
    const words = changes.length === 0 ? 'Nothing was different.' : `Pictures saved. ${SOON}`;
    return leadTo(productPage(id), words + warningWords(warnings));
  }
  const { pictures, picture_alts: words, ...fields } = edited.refusal.fields ?? {};
  const long = order[alts.findIndex((alt) => alt.length > 250)];
  const { current: _, ...refusal } = edited.refusal;
  return inPageWords({
    ok: false,
    refusal: {
      ...refusal,
      fields: {
        ...fields,
        ...(pictures ? { [PHOTOS]: pictures } : {}),
        ...(words ? { [long ? altField(long) : PHOTOS]: words } : {}),
      },
    },
  });
}

/** Returns the pictures in their order after a button was pressed. */
export function moved(hashes: readonly string[], move: string, which: string): string[] {
  const place = hashes.indexOf(which);
  const rest = hashes.filter((hash) => hash !== which);
  if (place === -1) return [...hashes];
  if (move === 'remove') return rest;
  const step = move === 'earlier' ? -1 : move === 'later' ? 1 : 0;
  return rest.toSpliced(Math.max(place + step, 0), 0, which);
}

/** Hides, shows or retires a product. */
export const statusAction = defineAction({
  path: `${PRODUCTS}/:id/status`,
  role: 'owner',
  page: productView,
  async perform(request) {
    const id = request.param('id');
    const isVerb = (word: string): word is StatusVerb => word in STATUS_AFTER;
    const verb = request.text('verb');
    if (!isVerb(verb)) return refuse('invalid', 'Press one of the buttons.');
    const changed = await changeStatus(request.db, [id], { verb, actor: request.actor });
    if (!changed.ok) return changed;
    const after = STATUS_AFTER[verb];
    const words = changed.value.map(({ name, before }) =>
      before === after ? `${name} was ${after} already.` : `${name} is ${after} now. ${SOON}`,
    );
    return leadTo(productPage(id), words.join(' '));
  },
});
