import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine. */
export interface MailServer {
  url: string;
  /** Message-IDs of what it took, in order; one may stand here twice. */
  arrived: string[];
  /** Resolves when somebody next begins to hand in a letter. */
  nextSender(): Promise<void>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const arrived: string[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => {
      for (const wake of waiting.splice(0)) wake();
      done();
    },
    onData: (stream, _session, done) => {
      text(stream).then((raw) => {
        arrived.push(/^Message-ID: <([^>]+)>/im.exec(raw)?.[1] ?? raw);
        done();
      }, done);
    },
  });
  // Senders that are killed cut their connections.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    arrived,
    nextSender: () => new Promise((wake) => waiting.push(wake)),
    close: () => new Promise((done) => server.close(() => done())),
  };
}
