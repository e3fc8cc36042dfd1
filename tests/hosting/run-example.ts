import { join } from 'node:path';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { makeCertificate } from './certificate.ts';
import { nginxExample } from './deployment.ts';
import { runNginx } from './hosts.ts';

/** The running nginx of the example: its ports, the files of its logs, and a function that stops it. */
export interface RunningExample {
  api: number;
  http: number;
  https: number;
  log: string;
  /** The lines of its error log. It names each body that it stores in a file. */
  said: string[];
  close(): Promise<void>;
}

/**
 * Runs nginx with the example of nginx.conf.template, as shop.test.
 * @param apis - host and port of the two processes of the API.
 * @param folder - takes the certificate and the log, and is the site's.
 * @param change - the test's change of the example.
 * @param port - where the API answers at one address. The site's rules must name it.
 */
export async function runExample(
  [first, second]: readonly [string, string],
  folder: string,
  change = (example: string) => example,
  port?: number,
): Promise<RunningExample> {
  await makeCertificate(folder);
  const [api, http, https] = await Promise.all([port ?? freePort(), freePort(), freePort()]);
  const log = join(folder, 'access.log');
  const example = nginxExample({
    API_1: first,
    API_2: second,
    API_LISTEN: `127.0.0.1:${api}`,
    HTTP_LISTEN: `127.0.0.1:${http}`,
    HTTPS_LISTEN: `127.0.0.1:${https}`,
    SERVER_NAME: 'shop.test',
    TLS_FOLDER: folder,
    SITE_FOLDER: folder,
    ACCESS_LOG: log,
  });
  const said: string[] = [];
  return { api, http, https, log, said, close: await runNginx(change(example), said) };
}
