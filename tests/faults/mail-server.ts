import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine. */
export interface MailServer {
  url: string;
  /** Message-IDs of the emails that it accepted, in order. One may occur twice. */
  arrived: string[];
  /** Resolves when a client next begins to send an email. */
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
        // A long one has its own line.
        arrived.push(/^Message-ID:\s+<([^>]+)>/im.exec(raw)?.[1] ?? raw);
        done();
      }, done);
    },
  });
  // A sender that is killed cuts its connection.
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
