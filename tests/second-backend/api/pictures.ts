import { Hono } from 'hono';
import sharp from 'sharp';

const WIDTH = 1000;
const HEIGHT = 1250;

/** Serves `/{24 hex digits}-{number}.jpg`: a JPEG whose colour comes from its name. There are no renditions. */
export function pictures(): Hono {
  const app = new Hono();
  const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  app.get('/:file{[0-9a-f]{24}-[0-9]+\\.jpg}', async (c) => {
    const { file } = c.req.param();
    const bytes = made.get(file) ?? draw(file);
    made.set(file, bytes);
    return c.body(await bytes, 200, {
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
    });
  });
  app.all('*', (c) => c.text('No such picture', 404));
  return app;
}

async function draw(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const number = Number(/-(\d+)/.exec(file)?.[1]);
  const part = (at: number) => Number.parseInt(file.slice(at, at + 2), 16);
  const background = { r: part(0), g: part(2), b: (part(4) + 40 * number) % 256 };
  const area = sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background },
  });
  return new Uint8Array(await area.jpeg({ quality: 82 }).toBuffer());
}
