import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Ways in which a phone can misbehave. */
interface Wrong {
  origin?: string;
  challenge?: string;
  /** Whether the phone has recognised its owner. */
  verified?: boolean;
}

/** The authenticator of a phone with one passkey (WebAuthn, section 6; ES256). */
export interface Authenticator {
  id: string;
  create(options: { challenge: string }, wrong?: Wrong): object;
  get(options: { challenge: string }, wrong?: Wrong): object;
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

/** Creates a new phone. @param origin - of the pages that it is used on. */
export function phone(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;
  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const data = (wrong: Wrong, attested: Buffer = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head[0] =
      FLAGS.present |
      (wrong.verified === false ? 0 : FLAGS.verified) |
      (attested.length > 0 ? FLAGS.attested : 0);
    head.writeUInt32BE(++counter, 1);
    return Buffer.concat([sha256(new URL(origin).hostname), head, attested]);
  };
  const credential = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return {
    id,
    create({ challenge }, wrong = {}) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(data(wrong, attested))],
        ]),
      );
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge, wrong).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    get({ challenge }, wrong = {}) {
      const client = clientData('webauthn.get', challenge, wrong);
      const authenticatorData = data(wrong);
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, sha256(client)]),
        privateKey,
      );
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}
