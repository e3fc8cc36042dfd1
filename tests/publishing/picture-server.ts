import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';

/** A server of pictures on its own origin. */
export interface PictureServer {
  origin: string;
  /** Paths in the order of their requests. */
  asked: string[];
  /** Bytes that it has sent. */
  sent: number;
  /** Answers of another kind, by path. */
  answers: Map<string, (response: ServerResponse, request: IncomingMessage) => void>;
  /** The number that is part of every picture. Another one changes all pictures. */
  edition: number;
}

/** Returns a JPEG of the size of a shop's photograph, different for each text. */
export function photograph(text: string, width = 1200, height = 1500): Promise<Buffer> {
  const hue = [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 360, 7);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="#fff6"/><stop offset="1" stop-color="#000a"/></linearGradient></defs><rect width="100%" height="100%" fill="hsl(${hue} 40% 60%)" fill-opacity="0.7"/><rect width="100%" height="100%" fill="url(#g)"/><rect x="33%" y="30%" width="34%" height="55%" rx="40" fill="hsl(${(hue + 40) % 360} 60% 40%)"/></svg>`;
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 14 },
    },
  })
    .composite([{ input: Buffer.from(drawing) }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Opens a picture server that stops after the test. Every path is a photograph, with an ETag. */
export async function newPictureServer(size?: [width: number, height: number]) {
  const pictures = new Map<string, Promise<Buffer>>();
  const server: PictureServer = {
    origin: '',
    asked: [],
    sent: 0,
    answers: new Map(),
    edition: 1,
  };
  const http = createServer(async (request, response) => {
    const path = request.url ?? '/';
    server.asked.push(path);
    const answer = server.answers.get(path);
    if (answer) return answer(response, request);
    const key = `${path}#${server.edition}`;
    const etag = `"${key}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    const picture = pictures.get(key) ?? photograph(key, ...(size ?? []));
    pictures.set(key, picture);
    const bytes = await picture;
    server.sent += bytes.length;
    response.writeHead(200, { 'content-type': 'image/jpeg', etag }).end(bytes);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  server.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return server;
}
