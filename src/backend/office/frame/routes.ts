import type { Child } from 'hono/jsx';
import type { Refusal, StaffCode } from '#backend/base/result.ts';
import type { Role } from '#backend/staff/actor.ts';
import type { FormRequest, PageRequest } from './page-request.ts';
import type { ArrivingFile } from './upload.ts';

/** Who may open a route: nobody has to be signed in ('anyone'), or a person with at least this role. */
export type Access = 'anyone' | Role;

/** What a page shows inside the frame. */
export interface View {
  /** The title of the window and, unless `bare`, the heading of the page. */
  title: string;
  body: Child;
  /** Without navigation: for pages before the way in. */
  bare?: boolean;
  /** Leads back to the list that the page belongs to. */
  back?: { path: string; name: string };
  status?: number;
  /** The addresses of the page's scripts. Only the way in needs any. */
  scripts?: readonly string[];
  /** Seconds after which the browser asks for the page again, while it shows work that goes on. */
  refresh?: number;
}

/** What an action comes to. */
export type Outcome =
  /**
   * It is done: the browser goes to `location`, which says `notice`. `shown` is answered instead, for what is shown only once,
   * such as a link; sent again, the form leads to `location` nevertheless.
   */
  | { done: { location: string; notice: string; shown?: View } }
  /** It is refused: the form is shown again as it was sent, with what is wrong. */
  | { refused: Refusal<StaffCode> }
  | Response;

/** An address that is read. `view` answers a page, or a Response: a file, a redirect. */
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
  /** The page that has the form. It is shown again when the form is refused, with the parameters of this path. */
  page: Page;
  /**
   * Whether what the form asks for needs the passkey once more: what whoever finds an unlocked phone must not be able to do.
   */
  grave?(request: FormRequest): boolean | Promise<boolean>;
  /** Bytes that the form may have. More than 64 kB is for pictures. */
  maxBytes?: number;
  perform(request: FormRequest): Promise<Outcome>;
}

/** An address that one file is sent to, which may be larger than the memory. The file is the last field of its form. */
export interface Upload extends Omit<Action, 'maxBytes' | 'perform' | 'grave'> {
  maxBytes: number;
  /** Reads the file as it comes; null if none was chosen. */
  receive(request: FormRequest, file: ArrivingFile | null): Promise<Outcome>;
}

/** An address of the way in that scripts call with JSON. It has no session yet; each handler says itself what it demands. */
export interface WayInCall {
  method: 'POST';
  path: string;
  role: 'anyone';
  answer(request: PageRequest): Promise<Response>;
}

export type Route = Page | Action | Upload | WayInCall;

/** A page: what is read at one address. The type asks for its role. */
export const definePage = (page: Omit<Page, 'method'>): Page => ({ method: 'GET', ...page });

/** An action: what one form does. The type asks for its role. */
export const defineAction = (action: Omit<Action, 'method'>): Action => ({
  method: 'POST',
  ...action,
});

/** An upload: what becomes of one file. The type asks for its role. */
export const defineUpload = (upload: Omit<Upload, 'method'>): Upload => ({
  method: 'POST',
  ...upload,
});

/** A call of the way in's script. */
export const defineCall = (request: Omit<WayInCall, 'method' | 'role'>): WayInCall => ({
  method: 'POST',
  role: 'anyone',
  ...request,
});

/** The outcome of an action that is done. */
export const done = (location: string, notice: string): Outcome => ({
  done: { location, notice },
});
