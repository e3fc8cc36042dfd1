/** @jsxImportSource hono/jsx */

import { Button, Field, Form, Select } from '#backend/office/frame/Form.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Badge, List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import { invitePerson, listPeople, type Person } from '#backend/staff/people.ts';
import { linkView } from './link-view.tsx';

const PATH = '/admin/people';
const INVITE = `${PATH}/invite`;

const ROLES = [
  ['packer', 'Packer: orders, products, stock'],
  ['owner', 'Owner: everything'],
] as const;

/** The people who may open the back office. */
export const peoplePage = definePage({
  path: PATH,
  role: 'owner',
  async view(request) {
    const people = await listPeople(request.db, request.actor);
    if (!people.ok) throw new Error(people.refusal.message);
    return {
      title: 'People',
      body: (
        <>
          <List empty="Nobody yet.">
            {people.value.map((person) => (
              <Row
                href={`${PATH}/${person.id}`}
                title={person.name}
                under={stateOf(person)}
                end={<Badge tone={person.role === 'owner' ? 'good' : 'plain'}>{person.role}</Badge>}
              />
            ))}
          </List>
          <Invite request={request} />
        </>
      ),
    };
  },
});

function stateOf({ passkeys, invitedUntil, seenAt }: Person) {
  if (passkeys === 0 && invitedUntil) {
    return (
      <>
        Invited, until <Time at={invitedUntil} />
      </>
    );
  }
  if (passkeys === 0) return 'Cannot sign in: her link has expired';
  return seenAt ? (
    <>
      Last seen <Time at={seenAt} />
    </>
  ) : (
    'Not seen yet'
  );
}

function Invite({ request }: { request: PageRequest }) {
  const form = request.form(INVITE);
  return (
    <Panel title="Invite somebody">
      <Form form={form}>
        <Field
          form={form}
          name="name"
          label="Name"
          hint="The log shows this name."
          autocomplete="off"
          maxlength={40}
          required
        />
        <Select form={form} name="role" label="Role" value="packer" options={ROLES} />
        <Button>Make a link</Button>
      </Form>
    </Panel>
  );
}

/** Invites a person and shows her link, once. */
export const invite = defineAction({
  path: INVITE,
  role: 'owner',
  page: peoplePage,
  grave: (request) => request.text('role') === 'owner',
  async perform(request) {
    const invited = await invitePerson(request.db, request.actor, {
      name: request.text('name'),
      role: request.text('role'),
    });
    if (!invited.ok) return invited;
    const { name } = invited.value;
    return leadTo(
      PATH,
      `${name} is invited. If the link was lost, open ${name} and make a new one.`,
      linkView(request, invited.value, `${name} is invited`),
    );
  },
});
