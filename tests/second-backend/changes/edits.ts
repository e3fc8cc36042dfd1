import type { Answer, Change } from './changes.ts';

/** An object of an answer. */
export type Fields = Record<string, unknown>;
type Apply = NonNullable<Change['apply']>;
type Edit = (fields: Fields) => void;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the objects of a list, or of nothing. */
const rowsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Returns the answer as an object. */
export const bodyOf = ({ body }: Answer): Fields => (isFields(body) ? body : {});

/** Edits an object of an answer. */
export const part =
  (name: string, edit: Edit): Apply =>
  (answer) => {
    const inside = bodyOf(answer)[name];
    if (isFields(inside)) edit(inside);
  };

/** Edits the answer itself. */
export const whole =
  (edit: Edit): Apply =>
  (answer) =>
    edit(bodyOf(answer));

/** Edits every object of an answer that is a list. */
export const rows =
  (edit: Edit): Apply =>
  ({ body }) =>
    rowsOf(body).forEach(edit);

/** Edits the first object of an answer that is a list. */
export const firstRow =
  (edit: Edit): Apply =>
  ({ body }) =>
    rowsOf(body).slice(0, 1).forEach(edit);

/** Edits every product of an answer: of a list, of a detail, and the related ones. */
export const products =
  (edit: Edit): Apply =>
  (answer) => {
    const { products: listed, product, relatedProducts } = bodyOf(answer);
    for (const fields of [...rowsOf(listed), ...rowsOf(relatedProducts), ...rowsOf([product])]) {
      edit(fields);
    }
  };

/** Removes fields. */
export const without =
  (...names: string[]): Edit =>
  (fields) => {
    for (const name of names) delete fields[name];
  };

/** Sets a field. */
export const having =
  (name: string, value: unknown): Edit =>
  (fields) => {
    fields[name] = value;
  };

/** Renames a field. */
export const renamed =
  (from: string, to: string): Edit =>
  (fields) => {
    fields[to] = fields[from];
    delete fields[from];
  };

/** Sends a field as text. */
export const asText =
  (name: string): Edit =>
  (fields) => {
    fields[name] = String(fields[name]);
  };

/** Answers something else. */
export const body =
  (make: (body: unknown) => unknown): Apply =>
  (answer) => {
    answer.body = make(answer.body);
  };

/** Puts the answer into a field. */
export const under = (name: string): Apply => body((answer) => ({ [name]: answer }));

/** Returns a refusal in this backend's words. */
export const refusal = (code: number, message: string) => ({ status: code, body: { message } });

/** Answers with another status and a message. */
export const status =
  (code: number, message = 'Something went wrong'): Apply =>
  (answer) => {
    Object.assign(answer, refusal(code, message));
  };

/** Answers with a web page, like a host whose fallback is the page of an app. */
export const webPage: Apply = (answer) => {
  answer.status = 200;
  answer.type = 'text/html';
  answer.text = '<!doctype html><title>My app</title><div id="root"></div>';
};
