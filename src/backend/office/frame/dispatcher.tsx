/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import { describeError } from '#backend/base/log.ts';
import { routeOf } from '#backend/base/request-lines.ts';
import { REFUSAL_STATUS, type Refusal, type StaffCode } from '#backend/base/result.ts';
import { isSameSecret } from '#backend/base/secrets.ts';
import { isUnavailable } from '#backend/db/unavailable.ts';
import { may } from '#backend/staff/actor.ts';
import { finishForm, giveBackForm, noticeOf, takeForm } from '#backend/staff/forms.ts';
import { findStaffSession, type StaffSession } from '#backend/staff/sessions.ts';
import { type SubjectStyle, stylesOf } from './assets.ts';
import { readCookie } from './cookie.ts';
import { keepableFields } from './fields.ts';
import { OLD_FORM, UNKNOWN_END } from './form-refusals.ts';
import { policy } from './headers.ts';
import { Layout } from './Layout.tsx';
import { sectionsFor } from './navigation.ts';
import {
  CSRF_FIELD,
  csrfOf,
  FORM_FIELD,
  FormRequest,
  type Kept,
  type OfficeServices,
  PageRequest,
} from './page-request.ts';
import type { Action, Outcome, Page, Upload, View } from './routes.ts';
import { type ArrivingForm, readArriving } from './upload.ts';

/** The sign-in page, to which requests without a session are redirected. */
export const WAY_IN = '/admin/way-in';

/** The sign-in page, with a form that it keeps until then. `confirms`: a signed-in person uses her passkey once more. */
export type WayIn = (parts: { next: string; kept: Kept | null; confirms?: boolean }) => View;

/** Reads sessions and forms, checks roles, and renders views in the layout. */
export class OfficeDispatcher {
  readonly #office: OfficeServices;
  readonly #styles: readonly SubjectStyle[];
  readonly #wayIn: WayIn;

  constructor(
    office: OfficeServices,
    { styles, wayIn }: { styles: readonly SubjectStyle[]; wayIn: WayIn },
  ) {
    this.#office = office;
    this.#styles = styles;
    this.#wayIn = wayIn;
  }

  async #session(context: Context): Promise<StaffSession | null> {
    const token = readCookie(context, this.#office.origin);
    return token === null ? null : findStaffSession(this.#office.db, token);
  }

  /** Whether a request comes from one of the merchant's people. */
  async isSignedIn(context: Context): Promise<boolean> {
    return (await this.#session(context)) !== null;
  }

  /** Answers a page. */
  async read(context: Context, page: Page): Promise<Response> {
    const session = await this.#session(context);
    const request = new PageRequest(this.#office, context, session);
    if (page.role !== 'anyone') {
      if (!session) return this.#toWayIn(context);
      if (!may(session.actor.role, page.role)) return this.#forbidden(request);
      if (page.grave && !session.proved) {
        const { pathname, search } = new URL(context.req.url);
        const next = pathname + search;
        return this.#answer(request, this.#wayIn({ next, kept: null, confirms: true }));
      }
    }
    return this.#answer(request, await page.view(request));
  }

  /** Answers a call of the sign-in script. */
  async called(
    context: Context,
    answer: (request: PageRequest) => Promise<Response>,
  ): Promise<Response> {
    if (!this.#isOurs(context)) return this.#foreign(context);
    return answer(new PageRequest(this.#office, context, await this.#session(context)));
  }

  /** Runs the action of a form, once. */
  async act(context: Context, action: Action): Promise<Response> {
    if (!this.#isOurs(context)) return this.#foreign(context);
    let fields: FormData | null;
    try {
      fields = keepableFields(await context.req.formData());
    } catch {
      return unreadable(context);
    }
    if (!fields) return context.text('This form has too many fields.', 413);
    return this.#perform(context, action, fields, (request) => action.perform(request));
  }

  /** Runs the action of a form whose file is read while it arrives. */
  async receive(context: Context, upload: Upload): Promise<Response> {
    if (!this.#isOurs(context)) return this.#foreign(context);
    let form: ArrivingForm;
    try {
      form = await readArriving(context.req.raw);
    } catch {
      return unreadable(context);
    }
    try {
      const { fields, file } = form;
      return await this.#perform(context, upload, fields, async (request) => {
        try {
          return await upload.receive(request, file);
        } catch (error) {
          // The connection was lost. Nothing of the file is kept, so the same form may be sent again.
          await giveBackForm(request.db, request.text(FORM_FIELD));
          throw error;
        }
      });
    } finally {
      form.discard();
    }
  }

  async #perform(
    context: Context,
    action: Action | Upload,
    fields: FormData,
    perform: (request: FormRequest) => Promise<Outcome>,
  ): Promise<Response> {
    const session = await this.#session(context);
    const files =
      'receive' in action || [...fields.values()].some((value) => value instanceof File);
    const kept = { action: new URL(context.req.url).pathname, fields, files };
    if (!session) {
      return this.#answer(
        new PageRequest(this.#office, context, null),
        this.#wayIn({ next: '/admin', kept }),
      );
    }
    const request = new FormRequest(this.#office, context, session, fields);
    if (!may(session.actor.role, action.role)) return this.#forbidden(request);
    if (!isSameSecret(request.text(CSRF_FIELD), csrfOf(session))) {
      return this.#again(request, action, OLD_FORM, 403);
    }
    const id = request.text(FORM_FIELD);
    if (!/^[\w-]{22}$/.test(id)) return this.#again(request, action, OLD_FORM, 403);
    if (!session.proved && 'grave' in action && (await action.grave?.(request))) {
      return this.#answer(request, this.#wayIn({ next: '/admin', kept, confirms: true }));
    }
    const { db } = this.#office;
    const sent = await takeForm(db, id, session.staffId);
    if (sent.state === 'foreign') return this.#again(request, action, OLD_FORM, 403);
    if (sent.state === 'done') return this.#to(context, sent.location);
    if (sent.state === 'unknown') return this.#again(request, action, UNKNOWN_END);
    const outcome = await perform(request);
    if (outcome instanceof Response) {
      await giveBackForm(db, id);
      return outcome;
    }
    if (!outcome.ok) {
      await giveBackForm(db, id);
      return this.#again(request, action, outcome.refusal);
    }
    const { location, notice, shown } = outcome.value;
    const place = withNotice(location, id);
    await finishForm(db, id, { location: place, notice });
    return shown ? this.#answer(request, shown) : this.#to(context, place);
  }

  nothing(context: Context): Promise<Response> {
    return this.read(context, {
      method: 'GET',
      path: '',
      role: 'packer',
      view: () => ({
        title: 'There is nothing here',
        status: 404,
        body: (
          <p>
            There is no page at this address. <a href="/admin">Go to the start</a>
          </p>
        ),
      }),
    });
  }

  /** Answers after an unexpected error. */
  failed(error: Error, context: Context): Promise<Response> {
    const gone = isUnavailable(error);
    this.#office.log({
      event: gone ? 'database_unavailable' : 'request_failed',
      request: context.get('requestId'),
      method: context.req.method,
      route: routeOf(context),
      error: describeError(error),
    });
    context.status(gone ? 503 : 500);
    return this.#document(context, {
      view: {
        title: gone ? 'The shop does not answer' : 'Something went wrong',
        bare: true,
        body: (
          <p>
            Go back: your text is still there. Check whether it was saved before you send it again.
          </p>
        ),
      },
      session: null,
      notice: null,
    });
  }

  /** Shows a refused form again, as it was sent. */
  async #again(
    request: FormRequest,
    action: Action | Upload,
    refusal: Refusal<StaffCode>,
    status = REFUSAL_STATUS[refusal.code],
  ): Promise<Response> {
    const returned = { action: request.path, fields: request.fields, refusal };
    const page = new PageRequest(this.#office, request.context, request.session, returned);
    const view = await action.page.view(page);
    return this.#answer(page, view instanceof Response ? view : { ...view, status });
  }

  async #answer(request: PageRequest, view: View | Response): Promise<Response> {
    if (view instanceof Response) return view;
    const { context, session } = request;
    const form = request.query.get('done');
    const notice =
      form !== null && session ? await noticeOf(this.#office.db, form, session.staffId) : null;
    if (view.status) context.status(view.status as 200);
    return this.#document(context, { view, session, notice });
  }

  async #document(
    context: Context,
    parts: { view: View; session: StaffSession | null; notice: string | null },
  ): Promise<Response> {
    if (parts.view.scripts) context.header('content-security-policy', policy(true));
    const role = parts.session?.actor.role;
    const sections = role ? sectionsFor(role, this.#office.roleOf) : [];
    const path = new URL(context.req.url).pathname;
    const styles = stylesOf(path, this.#styles);
    const page = <Layout {...parts} path={path} sections={sections} styles={styles} />;
    return context.html(`<!doctype html>${await page.toString()}`);
  }

  #toWayIn(context: Context): Response {
    const { pathname, search } = new URL(context.req.url);
    const next =
      context.req.method === 'GET' ? `?next=${encodeURIComponent(pathname + search)}` : '';
    return this.#to(context, WAY_IN + next);
  }

  #to(context: Context, location: string): Response {
    return context.redirect(location, 303);
  }

  #forbidden(request: PageRequest): Promise<Response> {
    return this.#answer(request, {
      title: 'Only an owner may do this',
      status: 403,
      body: (
        <p>
          You are signed in as a {request.actor.role}. Ask an owner of the shop.{' '}
          <a href="/admin">Go to the start</a>
        </p>
      ),
    });
  }

  /** Whether a form comes from the back office. Browsers send the origin with every POST, and no page can forge it. */
  #isOurs(context: Context): boolean {
    return context.req.header('origin') === this.#office.origin;
  }

  #foreign(context: Context): Response {
    return context.text(
      `This was not sent from ${this.#office.origin}/admin. Open that address and do it there.`,
      403,
    );
  }
}

const unreadable = (context: Context) =>
  context.text('The form could not be read. Go back and send it again.', 400);

/** Returns the address of a page that shows the result of this form. */
function withNotice(location: string, form: string): string {
  const url = new URL(location, 'http://localhost');
  url.searchParams.set('done', form);
  return url.pathname + url.search + url.hash;
}
