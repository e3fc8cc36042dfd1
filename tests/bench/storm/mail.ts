import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server that hands on the codes of the shop's emails, and hangs at recipients whose name begins with 'hang'. */
export async function openMail() {
  const codes = new Map<string, (code: string) => void>();
  let emails = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (!address.startsWith('hang')) done();
    },
    onData: (stream, session, done) => {
      text(stream).then((raw) => {
        emails++;
        const code = /\b(\d{6})\b/.exec(raw.replace(/^[\s\S]*?\r\n\r\n/, ''))?.[1];
        for (const { address } of session.envelope.rcptTo) if (code) codes.get(address)?.(code);
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    count: () => emails,
    /** The code of the next email to this address. */
    code: (address: string) => new Promise<string>((found) => codes.set(address, found)),
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
