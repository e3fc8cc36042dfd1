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

export interface OfficeServices {
  /** Returns the least role for the page at a path; undefined if there is no page, or it is open to anybody. */
  roleOf(path: string): Role | undefined;
  log: Log;
  db: Database;
  media: Pick<MediaStore, 'add'>;
  /** Makes the background look for imports now. */
  wakeImports: () => void;
  settings: Settings;
  /** The origin of the back office, to which passkeys and forms are bound. */
  origin: string;
}

/** A form that was refused: its address, its fields, and the reason. */
export interface Returned {
  action: string;
  fields: FormData;
  refusal: Refusal<StaffCode>;
}

/** A form that was sent after its session had ended, or that needs the passkey once more. */
export interface Kept {
  action: string;
  fields: FormData;
  /** Whether it came with files. A page cannot keep those. */
  files: boolean;
}

export class PageRequest {
  readonly office: OfficeServices;
  readonly context: Context;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly session: StaffSession | null;
  /** The refused form that the page shows again. */
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

  /** The person who is signed in. Routes with a role always have one. */
  get actor(): Actor {
    if (!this.session) throw new Error(`${this.path} asks who is signed in, but lets anyone in`);
    return this.session.actor;
  }

  /** Returns the sections that the person may open, in order. */
  get sections(): Section[] {
    return this.session ? sectionsFor(this.session.actor.role, this.office.roleOf) : [];
  }

  /** Returns a part of the path, such as `id` of /admin/orders/:id. */
  param(name: string): string {
    return keepable(this.context.req.param(name) ?? '');
  }

  /**
   * Creates a form for this page.
   * @param action - the path that it is sent to.
   * @param version - of the data that it changes (versionOf), so that nobody's change is overwritten unseen.
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

/** A form that was sent, with its fields from keepableFields. */
export class FormRequest extends PageRequest {
  readonly fields: FormData;

  constructor(office: OfficeServices, context: Context, session: StaffSession, fields: FormData) {
    super(office, context, session);
    this.fields = fields;
  }

  /** Returns the trimmed text of a field; '' if the form has none. A ticked day beside a time replaces the time. */
  text(name: string): string {
    const value = this.fields.get(name + UNTIL) ?? this.fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  }

  /** Returns the texts of all fields with a name, such as ticked boxes. */
  texts(name: string): string[] {
    return this.fields.getAll(name).filter((value) => typeof value === 'string');
  }

  /** Returns the files of a field, without the empty one that browsers send if none was chosen. */
  files(name: string): File[] {
    return this.fields
      .getAll(name)
      .filter((value) => typeof value !== 'string')
      .filter(({ size, name: file }) => size > 0 || file !== '');
  }

  /** The version of the data that the form showed. */
  get version(): string {
    return this.text(VERSION_FIELD);
  }
}

/** The suffix of the checkbox beside a time field, for the end of a day. */
export const UNTIL = '-until';

/** The names of the fields that every form has. */
export const CSRF_FIELD = '_csrf';
export const FORM_FIELD = '_form';
export const VERSION_FIELD = '_version';

/** Returns a random id for a form that is shown, which reveals that the form is sent twice. */
const newFormId = () => randomBytes(16).toString('base64url');

/** Returns the token of a session's forms. Nobody can compute it without the cookie, or the cookie from it. */
export const csrfOf = ({ token }: Pick<StaffSession, 'token'>): string =>
  hashSecret(`form of ${token}`);
