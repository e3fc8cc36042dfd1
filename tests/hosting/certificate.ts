import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Writes a self-signed certificate for shop.test and 127.0.0.1, with the file names that nginx.conf.template expects. */
export async function makeCertificate(folder: string): Promise<void> {
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...[
      '-days',
      '2',
      '-subj',
      '/CN=shop.test',
      '-addext',
      'subjectAltName=DNS:shop.test,IP:127.0.0.1',
    ],
    ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
  ]);
}
