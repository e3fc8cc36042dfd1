import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Log } from '#backend/base/log.ts';
import type { Refusal, StaffCode } from '#backend/base/result.ts';
import { hashSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import type { MediaStore } from '#backend/media/store.ts';
import type { Settings } from '#backend/settings/settings.ts';
import type { Actor, Role } from '#backend/staff/actor.ts';
import type { StaffSession } from '#backend/staff/sessions.ts';
import { keepable } from '#domain/text.ts';
import { FormState } from './form-state.ts';
import { type Section, sectionsFor } from './navigation.ts';

/** What all pages of the back office work with. */
export interface OfficeServices {
  /** The least role of the page at a path; undefined where there is none, or for anybody. */
  roleOf(path: string): Role | undefined;
  log: Log;
  db: Database;
  media: Pick<MediaStore, 'add'>;
  /** Has the background look for imports now. */
  wakeImports: () => void;
  settings: Settings;
  /** The origin of the back office, which passkeys and forms are bound to. */
  origin: string;
}

/** A form that was refused: where it was sent to, what it held, and why. */
export interface Returned {
  action: string;
  fields: FormData;
  refusal: Refusal<StaffCode>;
}

/** A form that was sent after its session had ended, or that needs the passkey once more. */
export interface Kept {
  action: string;
  fields: FormData;
  /** Whether files came with it. A page cannot keep those. */
  files: boolean;
}

/** A request to the back office. */
export class PageRequest {
  readonly office: OfficeServices;
  readonly context: Context;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly session: StaffSession | null;
  /** Set when the page shows a form again that was refused. */
  readonly returned: Returned | null;

  constructor(
    office: OfficeServices,
    context: Context,
    session: StaffSession | null,
    returned: Returned | null = null,
  ) {
    this.office = office;
    this.context = context;
    const url = new URL(context.req.url);
    this.path = url.pathname;
    this.query = new URLSearchParams(
      [...url.searchParams].map(([name, value]) => [name, keepable(value)]),
    );
    this.session = session;
    this.returned = returned;
  }

  get db() {
    return this.office.db;
  }

  /** Who is signed in. Routes with a role always have somebody. */
  get actor(): Actor {
    if (!this.session) throw new Error(`${this.path} asks who is signed in, but lets anyone in`);
    return this.session.actor;
  }

  /** The sections that the person may open, in their order. */
  get sections(): Section[] {
    return this.session ? sectionsFor(this.session.actor.role, this.office.roleOf) : [];
  }

  /** A part of the path, such as `id` of /admin/orders/:id. */
  param(name: string): string {
    return keepable(this.context.req.param(name) ?? '');
  }

  /**
   * A form of this page.
   * @param action - the path that it is sent to.
   * @param version - of what it changes (versionOf), so that nobody's change is overwritten unseen.
   */
  form(action: string, version?: string): FormState {
    const returned = this.returned?.action === action ? this.returned : null;
    return new FormState({
      action,
      version,
      id: newFormId(),
      csrf: this.session ? csrfOf(this.session) : '',
      returned,
    });
  }
}

/** A form that was sent, with its fields as keepableFields has them. */
export class FormRequest extends PageRequest {
  readonly fields: FormData;

  constructor(office: OfficeServices, context: Context, session: StaffSession, fields: FormData) {
    super(office, context, session);
    this.fields = fields;
  }

  /** The text of a field without spaces around it; '' if the form has none. A ticked day beside a time counts for it. */
  text(name: string): string {
    const value = this.fields.get(name + UNTIL) ?? this.fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  }

  /** The texts of all fields of this name, such as ticked boxes. */
  texts(name: string): string[] {
    return this.fields.getAll(name).filter((value) => typeof value === 'string');
  }

  /** The files of a field, without the empty one that browsers send if none was chosen. */
  files(name: string): File[] {
    return this.fields
      .getAll(name)
      .filter((value) => typeof value !== 'string')
      .filter(({ size, name: file }) => size > 0 || file !== '');
  }

  /** The version of what the form showed. */
  get version(): string {
    return this.text(VERSION_FIELD);
  }
}

/** Ends the name of the box beside the field of a time: it ends with a day. */
export const UNTIL = '-until';

/** The names of the fields that every form has. */
export const CSRF_FIELD = '_csrf';
export const FORM_FIELD = '_form';
export const VERSION_FIELD = '_version';

/** Random and made when the form is shown, so that it can be told when it is sent twice. */
const newFormId = () => randomBytes(16).toString('base64url');

/** The token of a session's forms. Who does not know the cookie cannot make it, and it does not tell the cookie. */
export const csrfOf = ({ token }: Pick<StaffSession, 'token'>): string =>
  hashSecret(`form of ${token}`);
