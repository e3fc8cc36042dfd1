import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { PEBBLE, pathOf } from '#scripts/test/debian-programs.ts';
import { freePorts } from '#scripts/test/ports.ts';
import { end, startProgram } from '../failover/processes.ts';
import { makeCertificate } from '../hosting/certificate.ts';

/** An ACME server on this machine, which checks the domain at a container's own ports before it signs. */
export interface Acme extends AsyncDisposable {
  directory: string;
  /** Puts its own certificate into a storage, as acme.pem. */
  trustIn(storage: string): Promise<void>;
}

/** Starts it. @param ports - where the domain is answered: `http` in place of 80, `https` in place of 443. */
export async function startPebble(ports: { http: number; https: number }): Promise<Acme> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-acme-'));
  await makeCertificate(folder);
  const [first, certificate] = [await freePorts(4), join(folder, 'fullchain.pem')];
  const at = (place: number) => `127.0.0.1:${first + place}`;
  const pebble = {
    listenAddress: at(0),
    managementListenAddress: at(1),
    certificate,
    privateKey: join(folder, 'privkey.pem'),
    httpPort: ports.http,
    tlsPort: ports.https,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  const config = join(folder, 'pebble.json');
  await writeFile(config, JSON.stringify({ pebble }));
  // Every name is this machine.
  const names = startProgram(`${pathOf(PEBBLE)}-challtestsrv`, [
    ...['-defaultIPv6', '', '-defaultIPv4', '127.0.0.1', '-dns01', at(2), '-management', at(3)],
    ...['-http01', '', '-https01', '', '-tlsalpn01', ''],
  ]);
  const server = startProgram(pathOf(PEBBLE), ['-config', config, '-dnsserver', at(2)], {
    PEBBLE_VA_NOSLEEP: '1',
  });
  return {
    directory: `https://${at(0)}/dir`,
    trustIn: (storage) => copyFile(certificate, join(storage, 'acme.pem')),
    async [Symbol.asyncDispose]() {
      await end(server.child, 'SIGKILL');
      await end(names.child, 'SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns the certificate that a port of this machine shows for a name. */
export function certificateAt(port: number, servername: string): Promise<PeerCertificate> {
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate>();
  const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
  socket.once('error', reject);
  socket.once('secureConnect', () => {
    resolve(socket.getPeerCertificate());
    socket.destroy();
  });
  return promise;
}
