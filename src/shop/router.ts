import { type Context, Hono } from 'hono';
import {
  PUBLISH_PATH,
  PUBLISH_REPORT_PATH,
  PUBLISH_REQUEST_PATH,
  PUBLISH_STATUS_PATH,
} from '#contract/publishing.ts';

const notOpenYet = (c: Context) =>
  c.text('The shop is opening. Try again in a moment.', 503, { 'retry-after': '2' });

/** The shop's one port. It answers 503 for each part that is not mounted yet. */
export class ShopRouter {
  #app = new Hono().all('*', notOpenYet);

  readonly fetch = (request: Request, env: object): Response | Promise<Response> =>
    this.#app.fetch(request, env);

  /** Replaces the parts that are mounted. */
  mount(parts: { api: Hono; site?: Hono; publisher?: Hono | undefined; admin?: boolean }): void {
    const to = (part: Hono) => (c: Context) => part.fetch(c.req.raw, c.env);
    const { api, site, publisher, admin } = parts;
    const app = new Hono();
    if (publisher) {
      app.post(PUBLISH_PATH, to(publisher));
      app.post(PUBLISH_PATH + PUBLISH_REQUEST_PATH, to(publisher));
      for (const path of [PUBLISH_STATUS_PATH, PUBLISH_REPORT_PATH]) {
        app.get(PUBLISH_PATH + path, to(publisher));
      }
    }
    app.on('ALL', ['/api/*', '/media/*', '/dev/*'], to(api));
    if (admin) app.on('ALL', ['/admin', '/admin/*'], to(api));
    app.all('*', site ? to(site) : notOpenYet);
    this.#app = app;
  }
}
