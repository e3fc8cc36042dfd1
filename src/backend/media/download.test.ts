import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { done } from '#backend/base/result.ts';
import { readPictureHosts, withAgreedHosts } from './allowed-hosts.ts';
import { download, downloadPicture } from './download.ts';

/** A refusal with these words. */
const refused = (words: string | RegExp) => ({
  ok: false,
  refusal: { code: expect.any(String), message: expect.stringMatching(words) },
});

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** Starts a foreign server. Returns its origin and the requests that it gets. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, asked };
}

const HERE = [{ address: '127.0.0.1', family: 4 }];

describe('the hosts that pictures are fetched from', () => {
  const hosts = readPictureHosts(
    'cdn.example.com, https://b.example:8443,http://127.0.0.1:8080,http://c.example',
  );

  it.each([
    'https://cdn.example.com/a.jpg',
    'https://CDN.example.com:443/a b.jpg?x=1',
    'https://b.example:8443/a',
    'http://127.0.0.1:8080/a',
    'http://c.example/a',
  ])('%s', (address) => {
    expect(hosts.check(address)).toMatchObject({ ok: true });
  });

  it.each([
    ['http://cdn.example.com/a.jpg', /does not begin with https/],
    ['https://cdn.example.com:444/a.jpg', /setting PICTURE_HOSTS/],
    ['https://evil.example/a.jpg', /not fetched from evil.example: .* setting PICTURE_HOSTS/],
    ['https://cdn.example.com.evil.example/', /PICTURE_HOSTS/],
    ['https://cdn.example.com@evil.example/', /a user name or a password/],
    ['https://user:pw@cdn.example.com/', /a user name or a password/],
    ['http://127.0.0.1:8081/a', /https/],
    ['https://127.0.0.1:8080/a', /PICTURE_HOSTS/],
    ['ftp://cdn.example.com/a', /https/],
    ['file:///etc/passwd', /https/],
    ['https://', /not a web address/],
  ])('not %s', (address, message) => {
    expect(hosts.check(address)).toEqual(refused(message));
  });

  it('none unless it is set', () => {
    for (const setting of [undefined, '', ' , '])
      expect(readPictureHosts(setting).check('https://cdn.example.com/a')).toMatchObject({
        ok: false,
      });
  });

  it.each([
    '*.example.com',
    'https://a.example/path',
    'ftp://a.example',
    'a b',
    'https://u@a.example',
  ])('names an entry that is not a host: %s', (entry) => {
    expect(() => readPictureHosts(entry)).toThrow(`PICTURE_HOSTS contains '${entry}'`);
  });
});

describe('the hosts that a merchant agrees to for one file', () => {
  const own = readPictureHosts('http://10.0.0.5:8080');
  const agreed = withAgreedHosts(own, [
    ...['pictures.example', 'b.example:8443', '93.184.215.14', '127.0.0.1', '10.0.0.5', '[::1]'],
    ...['[::ffff:7f00:1]', '169.254.169.254', '2130706433', '127.1'],
  ]);

  it.each([
    'https://pictures.example/a.jpg',
    'https://b.example:8443/a.jpg',
    'https://93.184.215.14/a.jpg',
    'http://10.0.0.5:8080/of-the-setting.jpg',
  ])('%s', (address) => {
    expect(agreed.check(address)).toMatchObject({ ok: true });
  });

  it.each([
    ['https://127.0.0.1/a.jpg', /127\.0\.0\.1, which is not on the public internet/],
    ['https://127.1/a.jpg', /not on the public internet/],
    ['https://2130706433/a.jpg', /not on the public internet/],
    ['https://0x7f.1/a.jpg', /not on the public internet/],
    ['https://10.0.0.5/a.jpg', /not on the public internet/],
    ['https://[::1]/a.jpg', /not on the public internet/],
    ['https://[::ffff:127.0.0.1]/a.jpg', /not on the public internet/],
    ['https://169.254.169.254/latest/meta-data', /not on the public internet/],
    ['http://pictures.example/a.jpg', /does not begin with https/],
    ['https://pictures.example:8443/a.jpg', /not fetched from/],
    ['https://user:pw@pictures.example/a.jpg', /a user name or a password/],
    ['https://other.example/a.jpg', /not fetched from other.example/],
  ])('not %s', (address, message) => {
    expect(agreed.check(address)).toEqual(refused(message));
  });
});

describe('the look-up of a host name', () => {
  const url = (port: number) => new URL(`http://pictures.example:${port}/a.jpg`);

  it.each([
    [[{ address: '127.0.0.1', family: 4 }]],
    [
      [
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    ],
    [[{ address: '::ffff:127.0.0.1', family: 6 }]],
    [[{ address: 'fd00::1', family: 6 }]],
  ])('sends no request to %j', async (addresses) => {
    const { port, asked } = await serve((_, response) => response.end('x'));
    const answer = await downloadPicture(url(port), {}, { lookup: async () => addresses });
    expect(answer).toEqual(refused(/which is not on the public internet$/));
    expect(asked).toHaveLength(0);
  });

  it('is that of the system: localhost is not public', async () => {
    const { port, asked } = await serve((_, response) => response.end('x'));
    expect(await downloadPicture(new URL(`http://localhost:${port}/a`))).toEqual(
      refused('not on the public internet'),
    );
    expect(asked).toHaveLength(0);
  });

  it('reports an unknown name', async () => {
    const answer = await downloadPicture(
      url(80),
      {},
      { lookup: () => Promise.reject(new Error('ENOTFOUND')) },
    );
    expect(answer).toEqual(refused('is unknown'));
  });

  it('happens once: the request goes to the checked address, with the name in its Host header', async () => {
    const { port, asked } = await serve((_, response) => response.end('picture'));
    // The host does not exist, so a second look-up would fail.
    const answer = await download(url(port), HERE, {});
    expect(answer).toMatchObject({ value: { bytes: Buffer.from('picture') } });
    expect(asked[0]?.headers.host).toBe(`pictures.example:${port}`);
  });
});

describe('a download', () => {
  const fetchFrom = async (
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    limits?: { limit?: number; timeMs?: number },
  ) => {
    const { origin } = await serve(answer);
    return download(new URL(`${origin}/a.jpg`), null, {}, limits);
  };

  it('uses an IP address that the merchant names', async () => {
    const { origin } = await serve((_, response) => response.end('x'));
    expect(await downloadPicture(new URL(`${origin}/a`))).toMatchObject({ ok: true });
  });

  it('follows no redirect', async () => {
    const other = await serve((_, response) => response.end('secret'));
    const answer = await fetchFrom((_, response) =>
      response.writeHead(302, { location: `${other.origin}/` }).end(),
    );
    expect(answer).toEqual(refused(/write that one$/));
    expect(other.asked).toHaveLength(0);
  });

  it('does not read an answer whose length is too large', async () => {
    const answer = await fetchFrom(
      (_, response) => {
        response.writeHead(200, { 'content-length': 2_000_001 });
        response.write('x');
      },
      { limit: 2_000_000 },
    );
    expect(answer).toEqual(refused(/^is larger than 2 MB: make it smaller$/));
  });

  it('cuts an endless answer off at the limit', async () => {
    let written = 0;
    const answer = await fetchFrom(
      (_, response) => {
        const piece = Buffer.alloc(64_000);
        const more = () => {
          while (!response.destroyed && response.write(piece)) written += piece.length;
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      },
      { limit: 1_000_000 },
    );
    expect(answer).toEqual(refused('larger than 1 MB'));
    expect(written).toBeLessThan(50_000_000);
  });

  it('reports an answer that is slow, cut off or an error', async () => {
    expect(await fetchFrom((_, response) => response.write('x'), { timeMs: 200 })).toEqual(
      refused('took longer than 0.2 s'),
    );
    expect(await fetchFrom(() => {}, { timeMs: 200 })).toEqual(refused('took longer than 0.2 s'));
    const broken = await fetchFrom((request, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('half', () => request.socket.destroy());
    });
    expect(broken).toMatchObject({ ok: false });
    expect(await fetchFrom((_, response) => response.writeHead(404).end())).toEqual(
      refused('answered 404'),
    );
  });

  it.each([429, 500, 503])('treats answer %i as temporary, unlike others', async (status) => {
    const code = async (answer: number) => {
      const got = await fetchFrom((_, response) => response.writeHead(answer).end());
      return got.ok || got.refusal.code;
    };
    expect([await code(status), await code(404)]).toEqual(['later', 'invalid']);
  });

  it('reports a server that is gone', async () => {
    const { origin } = await serve(() => {});
    for (const close of closings.splice(0)) close();
    expect(await download(new URL(origin), null, {})).toEqual(refused('ECONNREFUSED'));
  });

  it('returns the validators, and sends them the next time', async () => {
    const { origin, asked } = await serve((request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end('x');
    });
    const first = await download(new URL(origin), null, {});
    if (!first.ok || !first.value.bytes) throw new Error('Not fetched');
    expect(first.value.validators).toEqual({ etag: '"1"', lastModified: undefined });
    expect(await download(new URL(origin), null, first.value.validators)).toEqual(
      done({ bytes: null }),
    );
    expect(asked).toHaveLength(2);
  });
});
