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

/** The sections without room at the bottom of a phone, and the buttons for signing out. */
export const morePage = definePage({
  path: MORE.path,
  role: 'packer',
  view: (request) => ({
    title: 'More',
    body: (
      <>
        <ul class="list">
          {request.sections.map(({ path, name, shape }) => (
            <li class="row">
              <div class="row-text with-icon">
                <Icon shape={shape} />
                <a href={path}>{name}</a>
              </div>
            </li>
          ))}
        </ul>
        <Panel title={request.actor.name}>
          <p class="soft">You are signed in as {article(request.actor.role)}.</p>
          <div class="buttons">
            <Form form={request.form(SIGN_OUT)}>
              <Button kind="quiet">Sign out</Button>
            </Form>
            <Form form={request.form(EVERYWHERE)}>
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
  async perform(request) {
    if (request.session) await closeStaffSession(request.db, request.session);
    takeCookie(request.context, request.office.origin);
    return request.context.redirect('/admin/way-in', 303);
  },
});

/** Ends every session of the person. */
export const signOutEverywhere = defineAction({
  path: EVERYWHERE,
  role: 'packer',
  page: morePage,
  async perform(request) {
    if (request.session) await closeStaffSessions(request.db, request.session.staffId);
    takeCookie(request.context, request.office.origin);
    return request.context.redirect('/admin/way-in', 303);
  },
});
