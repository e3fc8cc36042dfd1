import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as sent. */
  bytes: Buffer;
  /** The body without its Content-Encoding. */
  content: Buffer;
}

/** Connections are kept open, as in browsers. */
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Requests exactly this path. Unlike fetch it keeps `..` and a broken %, and does not decompress `bytes`. */
export function ask(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent, ...options }, (answer) => {
      buffer(answer)
        .then((bytes) => {
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes,
            content: decode(bytes, answer.headers['content-encoding']),
          });
        })
        .catch(reject);
    });
    sent.on('error', reject).end();
  });
}

function decode(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}
