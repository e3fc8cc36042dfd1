import type { Refusal, StaffCode } from '#backend/base/result.ts';

/** A form as a page shows it: new, or refused with what was sent. */
export class FormState {
  readonly action: string;
  readonly id: string;
  readonly csrf: string;
  readonly version: string | undefined;
  readonly refusal: Refusal<StaffCode> | null;
  readonly #sent: FormData | null;

  constructor(parts: {
    action: string;
    id: string;
    csrf: string;
    version: string | undefined;
    returned: { fields: FormData; refusal: Refusal<StaffCode> } | null;
  }) {
    this.action = parts.action;
    this.id = parts.id;
    this.csrf = parts.csrf;
    this.version = parts.version;
    this.refusal = parts.returned?.refusal ?? null;
    this.#sent = parts.returned?.fields ?? null;
  }

  /** Returns the value to show in a field: what was typed, else `standard`. */
  value(name: string, standard = ''): string {
    const sent = this.#sent?.get(name);
    return typeof sent === 'string' ? sent : standard;
  }

  /** Returns the values that were sent in all fields with a name, in order; empty for a new form. */
  values(name: string): string[] {
    return (this.#sent?.getAll(name) ?? []).filter((value) => typeof value === 'string');
  }

  /** Whether a box is ticked: as it was sent, else `standard`. */
  ticked(name: string, value: string, standard = false): boolean {
    return this.#sent ? this.#sent.getAll(name).includes(value) : standard;
  }

  /** Returns what is wrong with a field. */
  error(name: string): string | undefined {
    return this.refusal?.fields?.[name];
  }

  /** Returns a field's present value, if somebody changed it while the form was open and it differs from what was typed. */
  current(name: string): string | undefined {
    const now = this.refusal?.current?.[name];
    return now === this.value(name) ? undefined : now;
  }

  /** Returns the id of a field's element, which the summary of errors links to. */
  fieldId(name: string): string {
    return `${this.action.replace(/^\/admin\/?/, '').replace(/\W+/g, '-')}-${name}`;
  }
}
