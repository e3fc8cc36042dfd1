import type { Child } from 'hono/jsx';
import { done, type Result, type StaffCode } from '#backend/base/result.ts';
import type { Role } from '#backend/staff/actor.ts';
import type { FormRequest, PageRequest } from './page-request.ts';
import type { ArrivingFile } from './upload.ts';

/** The people who may open a route: 'anyone', even if not signed in, or a person with at least this role. */
export type Access = 'anyone' | Role;

/** The content of a page inside the frame. */
export interface View {
  /** The title of the window and, unless `bare`, the heading of the page. */
  title: string;
  body: Child;
  /** Without navigation, for the pages before sign-in. */
  bare?: boolean;
  /** The link back to the list that the page belongs to. */
  back?: { path: string; name: string };
  status?: number;
  /** The addresses of the page's scripts. Only the sign-in pages need any. */
  scripts?: readonly string[];
  /** Seconds after which the browser reloads the page, while work goes on. */
  refresh?: number;
}

/**
 * The end of an action that is done: the browser goes to `location`, which shows `notice`. `shown` is answered instead for
 * content that is shown only once, such as a link. If the form is sent again, it still leads to `location`.
 */
interface End {
  location: string;
  notice: string;
  shown?: View;
}

/** The outcome of an action. If it is refused, the form is shown again as it was sent, with its faults. */
export type Outcome = Result<End, StaffCode> | Response;

/** An address for reading. `view` returns a page, or a Response for a file or a redirect. */
export interface Page {
  method: 'GET';
  /** In Hono's syntax, such as /admin/orders/:id. */
  path: string;
  role: Access;
  /** Asks for the passkey once more. */
  grave?: true;
  view(request: PageRequest): Promise<View | Response> | View | Response;
}

/** An address that a form is sent to. */
export interface Action {
  method: 'POST';
  path: string;
  role: Role;
  /** The page with the form. If the form is refused, it is shown again with the parameters of this path. */
  page: Page;
  /** Whether the action needs the passkey once more, so that the finder of an unlocked phone cannot do it. */
  grave?(request: FormRequest): boolean | Promise<boolean>;
  /** The most bytes of the form. More than 64 kB is for pictures. */
  maxBytes?: number;
  perform(request: FormRequest): Promise<Outcome>;
}

/** An address for sending one file, which may be larger than the memory. The file is the last field of its form. */
export interface Upload extends Omit<Action, 'maxBytes' | 'perform' | 'grave'> {
  maxBytes: number;
  /** Reads the file while it arrives; null if none was chosen. */
  receive(request: FormRequest, file: ArrivingFile | null): Promise<Outcome>;
}

/** An address that the sign-in scripts call with JSON. There is no session yet, so each handler checks its own conditions. */
export interface WayInCall {
  method: 'POST';
  path: string;
  role: 'anyone';
  answer(request: PageRequest): Promise<Response>;
}

export type Route = Page | Action | Upload | WayInCall;

/** Defines a page: the answer at one address. The type requires a role. */
export const definePage = (page: Omit<Page, 'method'>): Page => ({ method: 'GET', ...page });

/** Defines an action: the effect of one form. The type requires a role. */
export const defineAction = (action: Omit<Action, 'method'>): Action => ({
  method: 'POST',
  ...action,
});

/** Defines an upload: the handling of one file. The type requires a role. */
export const defineUpload = (upload: Omit<Upload, 'method'>): Upload => ({
  method: 'POST',
  ...upload,
});

/** Defines a call of the sign-in script. */
export const defineCall = (request: Omit<WayInCall, 'method' | 'role'>): WayInCall => ({
  method: 'POST',
  role: 'anyone',
  ...request,
});

/** Leads to a page with the words of a result, unless it is a refusal. */
export const leadTo = (
  location: string,
  words: string | Result<string, StaffCode>,
  shown?: View,
): Outcome => {
  const result = typeof words === 'string' ? done(words) : words;
  return result.ok ? done({ location, notice: result.value, shown }) : result;
};
