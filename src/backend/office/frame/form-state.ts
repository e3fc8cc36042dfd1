import type { Refusal, StaffCode } from '#backend/base/result.ts';

/** A form as a page shows it: new, or as it was sent and refused. */
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

  /** What a field shows: what was typed, else `standard`. */
  value(name: string, standard = ''): string {
    const sent = this.#sent?.get(name);
    return typeof sent === 'string' ? sent : standard;
  }

  /** What all fields of a name were sent with, in their order; empty for a new form. */
  values(name: string): string[] {
    return (this.#sent?.getAll(name) ?? []).filter((value) => typeof value === 'string');
  }

  /** Whether a box is ticked: as it was sent, else `standard`. */
  ticked(name: string, value: string, standard = false): boolean {
    return this.#sent ? this.#sent.getAll(name).includes(value) : standard;
  }

  /** What is wrong with a field. */
  error(name: string): string | undefined {
    return this.refusal?.fields?.[name];
  }

  /** What a field is now, if somebody changed it while the form was open and it is not what was typed. */
  current(name: string): string | undefined {
    const now = this.refusal?.current?.[name];
    return now === this.value(name) ? undefined : now;
  }

  /** The id of a field's element, which the summary of errors leads to. */
  fieldId(name: string): string {
    return `${this.action.replace(/^\/admin\/?/, '').replace(/\W+/g, '-')}-${name}`;
  }
}
