/** @jsxImportSource hono/jsx */

import { type Refused, refuse, type StaffCode } from '#backend/base/result.ts';
import { Button, Field, Form } from '#backend/office/frame/Form.tsx';
import { atFields } from '#backend/office/frame/form-refusals.ts';
import type { FormRequest, PageRequest } from '#backend/office/frame/page-request.ts';
import { List, Money, Panel, Row } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import { removePlace, setPlace } from '#backend/shipping/one-place.ts';
import { placeFields } from '#backend/shipping/place-form.ts';
import { type OwnPlace, ownPlaces } from '#backend/shipping/places.ts';
import { may } from '#backend/staff/actor.ts';
import { versionOf } from '#backend/staff/version.ts';
import { PlaceFields, SHOW_AREAS } from './place-fields.tsx';

const SHIPPING = '/admin/shipping';
const NEW = `${SHIPPING}/new`;
const PLACE = `${SHIPPING}/places/:place`;
const addressOf = (place: string) => `${SHIPPING}/places/${encodeURIComponent(place)}`;
const BACK = { path: SHIPPING, name: 'Shipping' };

/** The places with their fees. A packer may read them. */
export const placesPage = definePage({
  path: SHIPPING,
  role: 'packer',
  async view(request) {
    const places = await ownPlaces(request.db);
    const owner = may(request.actor.role, 'owner');
    return {
      title: 'Shipping places',
      body: (
        <>
          <p class="soft">
            Shoppers choose among these at the checkout, in this order. A change applies to the next
            order.
          </p>
          {owner && (
            <div class="buttons">
              <a class="button" href={NEW}>
                Add a place
              </a>
              <a class="button quiet" href="/admin/shop/delivery">
                Days and times of delivery
              </a>
            </div>
          )}
          <List empty="There is no place yet, so nobody can order.">
            {places.map((place) => (
              <Row
                {...(owner && { href: addressOf(place.place) })}
                title={place.place}
                under={coverage(place)}
                end={<Money kobo={place.amountKobo} />}
              />
            ))}
          </List>
        </>
      ),
    };
  },
});

const coverage = ({ state, areas }: OwnPlace): string =>
  areas ? `${areas.join(', ')} (${state})` : (state ?? 'No state');

export const newPlacePage = definePage({
  path: NEW,
  role: 'owner',
  view(request) {
    const form = request.form(NEW);
    return {
      title: 'Add a place',
      back: BACK,
      body: (
        <Form form={form}>
          <Field
            form={form}
            name="place"
            label="Name"
            hint="As shoppers see it, such as Lagos – Ikeja."
            maxlength={200}
          />
          <PlaceFields form={form} values={{ state: '', areas: '', amount: '' }} position={null} />
          <Button>Add this place</Button>
        </Form>
      ),
    };
  },
});

export const addPlace = defineAction({
  path: NEW,
  role: 'owner',
  page: newPlacePage,
  async perform(request) {
    if (request.text('show') === SHOW_AREAS) return notYet(request);
    const place = request.text('place');
    const added = await setPlace(request.db, request.actor, {
      place,
      cells: cellsOf(request),
      mode: 'add',
    });
    if (!added.ok) return atFields(added, CORRECT);
    return leadTo(SHIPPING, `${place} is added. Shoppers can choose it now.`);
  },
});

export const placePage = definePage({
  path: PLACE,
  role: 'owner',
  async view(request) {
    const places = await ownPlaces(request.db);
    const at = places.findIndex(({ place }) => place === request.param('place'));
    const place = places[at];
    if (!place) return gone(request);
    const values = placeFields(place);
    const address = addressOf(place.place);
    const version = versionOf(values);
    const [form, removing] = [
      request.form(address, version),
      request.form(`${address}/remove`, version),
    ];
    return {
      title: place.place,
      back: BACK,
      body: (
        <>
          <Form form={form}>
            <input type="hidden" name="was" value={form.value('was', String(at + 1))} />
            <PlaceFields form={form} values={values} position={{ at: at + 1, of: places.length }} />
            <Button>Save</Button>
          </Form>
          <Panel title="Remove this place">
            <p class="soft">
              Orders to it keep its name and its fee. To give it another name, add it under the new
              one and remove this.
            </p>
            <Form form={removing}>
              <Button kind="danger">Remove {place.place}</Button>
            </Form>
          </Panel>
        </>
      ),
    };
  },
});

/** Returns the page after somebody removed the place, perhaps while its form was open. Typed text can still be copied. */
function gone(request: PageRequest) {
  const typed = request.returned?.fields;
  const words = ['amount', 'state', 'areas'].flatMap((name) =>
    (typed?.getAll(name) ?? []).filter((value) => typeof value === 'string' && value !== ''),
  );
  return {
    title: 'There is no such place',
    status: 404,
    back: BACK,
    body: (
      <>
        <p>{request.param('place')} is not among the places. Perhaps somebody has removed it.</p>
        {words.length > 0 && <p>You typed: {words.join(', ')}. Nothing was saved.</p>}
        <p>
          <a href={NEW}>Add a place</a>
        </p>
      </>
    ),
  };
}

export const changePlace = defineAction({
  path: PLACE,
  role: 'owner',
  page: placePage,
  async perform(request) {
    if (request.text('show') === SHOW_AREAS) return notYet(request);
    const position = request.text('position');
    // A place that others have moved stays there, unless this form has another position than it showed.
    const moves = position !== request.text('was');
    if (moves && !/^[1-9]\d{0,3}$/.test(position)) return NO_POSITION;
    const changed = await setPlace(request.db, request.actor, {
      place: request.param('place'),
      cells: cellsOf(request),
      mode: 'change',
      version: request.version,
      position: moves ? Number(position) : undefined,
    });
    if (!changed.ok) return atFields(changed, CORRECT);
    const name = request.param('place');
    return leadTo(
      SHIPPING,
      changed.value ? `${name} is saved.` : `${name} had these values already.`,
    );
  },
});

export const dropPlace = defineAction({
  path: `${PLACE}/remove`,
  role: 'owner',
  page: placePage,
  async perform(request) {
    const removed = await removePlace(
      request.db,
      request.actor,
      request.param('place'),
      request.version,
    );
    if (!removed.ok) return removed;
    return leadTo(SHIPPING, `${request.param('place')} is removed.`);
  },
});

const cellsOf = (request: FormRequest) => ({
  amount: request.text('amount'),
  state: request.text('state'),
  areas: request.texts('areas').join('|'),
});

const CORRECT = 'Nothing was saved. Correct the marked fields, and save again.';

const NO_POSITION = refuse('invalid', CORRECT, {
  fields: { position: 'The place in the list must be a whole number, 1 for the first.' },
});

/** Returns the refusal that shows the form again, with the areas of the chosen state. */
function notYet(request: FormRequest): Refused<StaffCode> {
  const state = request.text('state');
  const message = state
    ? `These are the areas of ${state}. Nothing is saved yet.`
    : 'Choose a state to see its areas. Nothing is saved yet.';
  return refuse('invalid', message);
}
