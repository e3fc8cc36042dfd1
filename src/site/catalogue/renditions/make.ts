import { createHash } from 'node:crypto';
import PQueue from 'p-queue';
import sharp from 'sharp';
import { type Download, download, downloadPicture } from '#backend/media/download.ts';
import { openPicture } from '#backend/media/open-picture.ts';
import { measurePicture, UnreadablePicture } from '#backend/media/rendering.ts';
import { MADE_WIDTHS, madeFile } from '#site/product-data/pictures.ts';
import type { PictureSource } from './sources.ts';
import type { Known, RenditionStore } from './store.ts';

/** Pictures that are downloaded or rendered at a time. The limit bounds memory and spares their server. */
const AT_ONCE = 4;
/** The limits of one download: time (ms) and bytes. */
const DOWNLOAD = { timeMs: 10_000, limit: 20_000_000 };
/** AVIF with effort 1 takes a quarter of the time of effort 3 and about 5 % more bytes (decision 11). */
const AVIF = { quality: 52, effort: 1 };
/** A host that fails this many times in a row is not asked again in this build. */
const PATIENCE = 5;

/**
 * Requests pictures and makes the renditions of those that are new or changed, in order, until `deadline` (ms). A
 * picture that its server reports as unchanged is not rendered. Faults are recorded and never thrown.
 * @returns the number of pictures whose renditions were made, and the pictures for which there was no time.
 */
export async function makeRenditions(
  sources: readonly PictureSource[],
  store: RenditionStore,
  deadline: number,
): Promise<{ made: number; late: PictureSource[] }> {
  sharp.concurrency(1);
  const queue = new PQueue({ concurrency: AT_ONCE });
  const failures = new Map<string, number>();
  const late: PictureSource[] = [];
  let made = 0;
  const work = async (source: PictureSource) => {
    const { host, href } = source.url;
    const left = deadline - Date.now();
    if (left <= 0) {
      late.push(source);
      return;
    }
    if ((failures.get(host) ?? 0) >= PATIENCE) {
      note(source, { fault: `is not fetched: ${host} did not answer ${PATIENCE} times in a row` });
      return;
    }
    const before = store.known.get(href);
    const valid = before?.hash !== undefined && store.has(before.hash);
    const answer = await fetchPicture(source, valid ? before : {}, left);
    if (!answer.ok && Date.now() >= deadline) {
      late.push(source);
      return;
    }
    const silent = !answer.ok && answer.refusal.code === 'unavailable';
    failures.set(host, silent ? (failures.get(host) ?? 0) + 1 : 0);
    if (!answer.ok) note(source, { fault: answer.refusal.message });
    else if (answer.value.bytes === null) note(source, {});
    else {
      try {
        const hash = await render(answer.value.bytes, store);
        if (hash !== before?.hash) made++;
        const { etag, lastModified } = answer.value.validators;
        store.known.set(href, {
          hash,
          ...(etag && { etag }),
          ...(lastModified && { lastModified }),
          askedAt: Date.now(),
          usedAt: Date.now(),
        });
      } catch (error) {
        if (!(error instanceof UnreadablePicture)) throw error;
        note(source, { fault: error.message });
      }
    }
  };
  /** Records a picture's state. If it was fetched before, it keeps its renditions, whatever its server says now. */
  const note = ({ url }: PictureSource, news: Pick<Known, 'fault'>) => {
    const { fault, ...before } = store.known.get(url.href) ?? { usedAt: 0 };
    const now = Date.now();
    store.known.set(url.href, { ...before, ...news, askedAt: now, usedAt: now });
  };
  await queue.addAll(sources.map((source) => () => work(source)));
  return { made, late };
}

function fetchPicture({ url, own }: PictureSource, known: Partial<Known>, left: number) {
  const limits = { ...DOWNLOAD, timeMs: Math.min(DOWNLOAD.timeMs, left) };
  // The API's own host comes from a setting, so it may be on a private network.
  const coming: Promise<Download> = own
    ? download(url, null, known, limits)
    : downloadPicture(url, known, { limits });
  return coming;
}

/** Makes the renditions of a picture unless they exist. @returns their hash. @throws UnreadablePicture. */
async function render(bytes: Buffer, store: RenditionStore): Promise<string> {
  const recipe = JSON.stringify([AVIF, MADE_WIDTHS]);
  const hash = createHash('sha256').update(recipe).update(bytes).digest('hex').slice(0, 20);
  if (store.has(hash)) return hash;
  await measurePicture(bytes);
  const picture = openPicture(bytes);
  for (const width of MADE_WIDTHS) {
    const sized = picture.clone().resize({ width, withoutEnlargement: true });
    await store.write(madeFile(hash, width), await sized.avif(AVIF).toBuffer());
  }
  return hash;
}
