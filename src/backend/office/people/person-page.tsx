/** @jsxImportSource hono/jsx */

import { refuse } from '#backend/base/result.ts';
import { Button, Form, Select } from '#backend/office/frame/Form.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Facts, Panel, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo, type View } from '#backend/office/frame/routes.ts';
import {
  addDevice,
  changeRole,
  listPeople,
  type Person,
  recoverPerson,
  removePerson,
  revokeInvitation,
} from '#backend/staff/people.ts';
import { versionOf } from '#backend/staff/version.ts';
import { linkView } from './link-view.tsx';

const LIST = '/admin/people';
const PATH = `${LIST}/:id`;
const pathOf = ({ id }: Person) => `${LIST}/${id}`;

/** Returns the person of the path. */
async function personOf(request: PageRequest): Promise<Person | null> {
  const people = await listPeople(request.db, request.actor);
  if (!people.ok) return null;
  return people.value.find(({ id }) => id === request.param('id')) ?? null;
}

/** The page of a person, with an owner's actions on her. */
export const personPage = definePage({
  path: PATH,
  role: 'owner',
  async view(request) {
    const person = await personOf(request);
    return person ? shown(request, person) : GONE_VIEW;
  },
});

const BACK = { path: LIST, name: 'People' };
const GONE = refuse('not_found', 'This person has been removed.');
const GONE_VIEW: View = {
  title: 'No such person',
  status: 404,
  back: BACK,
  body: <p>There is no such person, or they were removed.</p>,
};

function shown(request: PageRequest, person: Person): View {
  const { name, role, passkeys, invitedUntil, invitedBy, seenAt, createdAt } = person;
  const path = pathOf(person);
  const roleForm = request.form(`${path}/role`, versionOf({ role }));
  const myself = request.session?.staffId === person.id;
  return {
    title: name,
    back: BACK,
    body: (
      <>
        <Facts
          rows={[
            ['Since', <Time at={createdAt} />],
            ['Last seen', seenAt ? <Time at={seenAt} /> : 'never'],
            ['Passkeys', String(passkeys)],
            ...(invitedUntil
              ? [
                  [
                    'Link',
                    <>
                      open until <Time at={invitedUntil} />, by {invitedBy}
                    </>,
                  ] as const,
                ]
              : []),
          ]}
        />
        <Panel title="Role">
          <Form form={roleForm} class="form inline">
            <Select
              form={roleForm}
              name="role"
              label="Role"
              value={role}
              options={[
                ['packer', 'Packer: orders, products, stock'],
                ['owner', 'Owner: everything'],
              ]}
            />
            <Button>Save</Button>
          </Form>
        </Panel>
        {invitedUntil && (
          <Panel title="Open link">
            <p>Revoke it if it went to the wrong person.</p>
            <Form form={request.form(`${path}/revoke`)}>
              <Button kind="danger">Revoke the link</Button>
            </Form>
          </Panel>
        )}
        {myself && (
          <Panel title="Another phone or computer">
            <p>If you lose the only phone with a passkey, nobody can let you in from here.</p>
            <Form form={request.form(`${path}/device`)}>
              <Button kind="quiet">Add another phone or computer</Button>
            </Form>
          </Panel>
        )}
        {!myself && (
          <Panel title="Lost phone">
            <p>
              Signs {name} out on all devices and ends the passkeys, at once. You get a link for a
              new phone.
            </p>
            <Form form={request.form(`${path}/recover`)}>
              <Button kind="quiet">Make a new link</Button>
            </Form>
          </Panel>
        )}
        <Panel title="Remove">
          <p>
            {myself ? 'You are' : `${name} is`} signed out at once and cannot come in again. The log
            keeps what was done.
          </p>
          <Form form={request.form(`${path}/remove`)}>
            <Button kind="danger">{myself ? 'Remove myself' : `Remove ${name}`}</Button>
          </Form>
        </Panel>
      </>
    ),
  };
}

/** Whether the page is about an owner. The holder of an unlocked phone must not take over the shop. */
async function isOwner(request: PageRequest): Promise<boolean> {
  return (await personOf(request))?.role === 'owner';
}

/** Changes her role. */
const setRole = defineAction({
  path: `${PATH}/role`,
  role: 'owner',
  page: personPage,
  grave: async (request) => request.text('role') === 'owner' || (await isOwner(request)),
  async perform(request) {
    const person = await personOf(request);
    if (!person) return GONE;
    const to = request.text('role');
    const result = await changeRole(request.db, request.actor, person.name, {
      to,
      version: request.version,
    });
    if (!result.ok) return result;
    return leadTo(
      pathOf(person),
      `${person.name} is now ${to === 'owner' ? 'an owner' : 'a packer'}.`,
    );
  },
});

/** Ends her passkeys and makes a link for new ones. */
const recover = defineAction({
  path: `${PATH}/recover`,
  role: 'owner',
  page: personPage,
  // With the link, anybody becomes that owner.
  grave: isOwner,
  async perform(request) {
    const person = await personOf(request);
    if (!person) return GONE;
    const result = await recoverPerson(request.db, request.actor, person.name);
    if (!result.ok) return result;
    return leadTo(
      pathOf(person),
      `The passkeys of ${person.name} have ended, and a link was made.`,
      linkView(request, result.value, `A new link for ${person.name}`),
    );
  },
});

/** Makes a link for another device of the same person. */
const device = defineAction({
  path: `${PATH}/device`,
  role: 'owner',
  page: personPage,
  // The holder of an unlocked phone must not be able to make a key.
  grave: () => true,
  async perform(request) {
    const person = await personOf(request);
    if (!person || person.id !== request.session?.staffId) return GONE;
    const result = await addDevice(request.db, request.actor);
    if (!result.ok) return result;
    return leadTo(
      pathOf(person),
      'A link for another phone or computer was made.',
      linkView(request, result.value, 'A link for your other device'),
    );
  },
});

/** Revokes her link. */
const revoke = defineAction({
  path: `${PATH}/revoke`,
  role: 'owner',
  page: personPage,
  async perform(request) {
    const person = await personOf(request);
    if (!person) return GONE;
    const result = await revokeInvitation(request.db, request.actor, person.name);
    if (!result.ok) return result;
    return leadTo(LIST, `The link of ${person.name} is revoked.`);
  },
});

/** Removes her. */
const remove = defineAction({
  path: `${PATH}/remove`,
  role: 'owner',
  page: personPage,
  grave: isOwner,
  async perform(request) {
    const person = await personOf(request);
    if (!person) return GONE;
    const result = await removePerson(request.db, request.actor, person.name);
    if (!result.ok) return result;
    return leadTo(LIST, `${person.name} is removed.`);
  },
});

export const personActions = [setRole, device, recover, revoke, remove];
