/** @jsxImportSource hono/jsx */
import { takeCookie } from '#backend/office/frame/cookie.ts';
import { Button, Form } from '#backend/office/frame/Form.tsx';
import { Icon } from '#backend/office/frame/Icon.tsx';
import { MORE } from '#backend/office/frame/navigation.ts';
import { Panel } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage } from '#backend/office/frame/routes.ts';
import { closeStaffSession, closeStaffSessions } from '#backend/staff/sessions.ts';

const SIGN_OUT = '/admin/sign-out';
const EVERYWHERE = '/admin/sign-out-everywhere';

/** The sections that have no room at the foot of a phone, and the way out. */
export const morePage = definePage({
  path: MORE.path,
  role: 'packer',
  view: (call) => ({
    title: 'More',
    body: (
      <>
        <ul class="list">
          {call.sections.map(({ path, name, shape }) => (
            <li class="row">
              <div class="row-text with-icon">
                <Icon shape={shape} />
                <a href={path}>{name}</a>
              </div>
            </li>
          ))}
        </ul>
        <Panel title={call.actor.name}>
          <p class="soft">You are signed in as {article(call.actor.role)}.</p>
          <div class="buttons">
            <Form form={call.form(SIGN_OUT)}>
              <Button kind="quiet">Sign out</Button>
            </Form>
            <Form form={call.form(EVERYWHERE)}>
              <Button kind="quiet">Sign out on all devices</Button>
            </Form>
          </div>
        </Panel>
      </>
    ),
  }),
});

const article = (role: string) => (role === 'owner' ? 'an owner' : 'a packer');

/** Ends this session. */
export const signOut = defineAction({
  path: SIGN_OUT,
  role: 'packer',
  page: morePage,
  async perform(call) {
    if (call.session) await closeStaffSession(call.db, call.session);
    takeCookie(call.context, call.office.origin);
    return call.context.redirect('/admin/way-in', 303);
  },
});

/** Ends every session of the person. */
export const signOutEverywhere = defineAction({
  path: EVERYWHERE,
  role: 'packer',
  page: morePage,
  async perform(call) {
    if (call.session) await closeStaffSessions(call.db, call.session.staffId);
    takeCookie(call.context, call.office.origin);
    return call.context.redirect('/admin/way-in', 303);
  },
});
