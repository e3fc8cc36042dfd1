/** @jsxImportSource hono/jsx */

import { refuse } from '#backend/base/result.ts';
import type { Call } from '#backend/office/frame/call.ts';
import { Button, Form, Select } from '#backend/office/frame/Form.tsx';
import { Facts, Panel, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, done, type View } from '#backend/office/frame/routes.ts';
import {
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

/** The person of the path. */
async function personOf(call: Call): Promise<Person | null> {
  const people = await listPeople(call.db, call.actor);
  if (!people.ok) return null;
  return people.value.find(({ id }) => id === call.param('id')) ?? null;
}

/** One of the people, and what an owner can do about her. */
export const personPage = definePage({
  path: PATH,
  role: 'owner',
  async view(call) {
    const person = await personOf(call);
    return person ? shown(call, person) : GONE_VIEW;
  },
});

const BACK = { path: LIST, name: 'People' };
const GONE = refuse('not_found', 'This person is not among the people any more.');
const GONE_VIEW: View = {
  title: 'Nobody is here',
  status: 404,
  back: BACK,
  body: <p>This person is not among the people, or not any more.</p>,
};

function shown(call: Call, person: Person): View {
  const { name, role, passkeys, invitedUntil, invitedBy, seenAt, createdAt } = person;
  const path = pathOf(person);
  const roleForm = call.form(`${path}/role`, versionOf({ role }));
  const myself = call.session?.staffId === person.id;
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
              label="May do"
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
            <Form form={call.form(`${path}/revoke`)}>
              <Button kind="danger">Revoke the link</Button>
            </Form>
          </Panel>
        )}
        {!myself && (
          <Panel title="Lost phone">
            <p>
              Signs {name} out on all devices and ends the passkeys, at once. You get a link for a
              new phone.
            </p>
            <Form form={call.form(`${path}/recover`)}>
              <Button kind="quiet">Make a new link</Button>
            </Form>
          </Panel>
        )}
        <Panel title="Remove">
          <p>
            {myself ? 'You are' : `${name} is`} signed out at once and cannot come in again. The log
            keeps what was done.
          </p>
          <Form form={call.form(`${path}/remove`)}>
            <Button kind="danger">{myself ? 'Remove myself' : `Remove ${name}`}</Button>
          </Form>
        </Panel>
      </>
    ),
  };
}

/** Gives her another role. */
const setRole = defineAction({
  path: `${PATH}/role`,
  role: 'owner',
  page: personPage,
  grave: (call) => call.text('role') === 'owner',
  async perform(call) {
    const person = await personOf(call);
    if (!person) return { refused: GONE.refusal };
    const to = call.text('role');
    const result = await changeRole(call.db, call.actor, person.name, {
      to,
      version: call.version,
    });
    if (!result.ok) return { refused: result.refusal };
    return done(
      pathOf(person),
      `${person.name} is ${to === 'owner' ? 'an owner' : 'a packer'} now.`,
    );
  },
});

/** Ends her passkeys and makes a link for new ones. */
const recover = defineAction({
  path: `${PATH}/recover`,
  role: 'owner',
  page: personPage,
  // Whoever has the link is that owner.
  grave: async (call) => (await personOf(call))?.role === 'owner',
  async perform(call) {
    const person = await personOf(call);
    if (!person) return { refused: GONE.refusal };
    const result = await recoverPerson(call.db, call.actor, person.name);
    if (!result.ok) return { refused: result.refusal };
    return {
      done: {
        location: pathOf(person),
        notice: `The passkeys of ${person.name} have ended, and a link was made.`,
        shown: linkView(call, result.value, `A new link for ${person.name}`),
      },
    };
  },
});

/** Makes her link void. */
const revoke = defineAction({
  path: `${PATH}/revoke`,
  role: 'owner',
  page: personPage,
  async perform(call) {
    const person = await personOf(call);
    if (!person) return { refused: GONE.refusal };
    const result = await revokeInvitation(call.db, call.actor, person.name);
    if (!result.ok) return { refused: result.refusal };
    return done(LIST, `The link of ${person.name} is void.`);
  },
});

/** Takes her out. */
const remove = defineAction({
  path: `${PATH}/remove`,
  role: 'owner',
  page: personPage,
  async perform(call) {
    const person = await personOf(call);
    if (!person) return { refused: GONE.refusal };
    const result = await removePerson(call.db, call.actor, person.name);
    if (!result.ok) return { refused: result.refusal };
    return done(LIST, `${person.name} is removed.`);
  },
});

export const personActions = [setRole, recover, revoke, remove];
