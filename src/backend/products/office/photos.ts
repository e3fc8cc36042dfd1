import { refuse } from '#backend/base/result.ts';
import type { PictureIntake } from '#backend/media/intake.ts';
import { StoreUnavailable } from '#backend/media/objects/object-store.ts';
import { ownHash } from '#backend/media/own-picture.ts';
import { preparePhoto } from '#backend/media/photo.ts';
import { UnreadablePicture } from '#backend/media/rendering.ts';
import type { FormState } from '#backend/office/frame/form-state.ts';
import type { FormRequest, PageRequest } from '#backend/office/frame/page-request.ts';
import { ADDED, PHOTOS } from './Pictures.tsx';

/** Pictures that came with a form: the hashes of those stored, and the faults of the others. */
export interface Arrived {
  hashes: string[];
  /** A sentence for each picture that was refused. */
  faults: string[];
}

const HASH = /^[0-9a-f]{40}$/;

/**
 * Stores the pictures of a form and adds their hashes to it. A form that is refused shows them again, because a page
 * cannot fill in a file. `npm run media -- unused` removes pictures of forms that are never sent again.
 */
export async function takePhotos(request: FormRequest): Promise<Arrived> {
  const before = request.texts(ADDED).filter((hash) => HASH.test(hash));
  const arrived: Arrived = { hashes: [...new Set(before)], faults: [] };
  for (const file of request.files(PHOTOS)) {
    try {
      const ready = await preparePhoto(new Uint8Array(await file.arrayBuffer()));
      const hash = await request.office.media.add(ready);
      if (!arrived.hashes.includes(hash)) arrived.hashes.push(hash);
    } catch (error) {
      const why = wordsOf(error);
      if (why === null) throw error;
      arrived.faults.push(`${file.name || 'A picture'} ${why}.`);
    }
  }
  request.fields.delete(PHOTOS);
  request.fields.delete(ADDED);
  for (const hash of arrived.hashes) request.fields.append(ADDED, hash);
  return arrived;
}

/** Returns why a picture was refused, as the rest of a sentence that begins with its name; null for an unexpected error. */
function wordsOf(error: unknown): string | null {
  if (error instanceof UnreadablePicture) return error.message;
  if (error instanceof StoreUnavailable) {
    return 'cannot be stored, because the picture store does not answer: try again in a minute';
  }
  return null;
}

/** Returns the cell for pictures that the shop has. */
export const picturesCell = (hashes: readonly string[]): string =>
  hashes.map((hash) => `/media/${hash}`).join('|');

/** The intake for forms, which may only name pictures that the shop has. It never reads a path or an address. */
export const ownPicturesOnly: PictureIntake = {
  cost: { files: 0, fetched: 0, unchanged: 0, bytes: 0 },
  ownHash: (name) => ownHash(name),
  take: async () => refuse('invalid', 'is not a picture of this shop: choose it again'),
};

/** Returns the pictures from a refused form, for showing them again. */
export function waitingPictures(request: PageRequest, form: FormState): string[] {
  if (!form.refusal || !request.returned) return [];
  return request.returned.fields
    .getAll(ADDED)
    .filter((hash): hash is string => typeof hash === 'string' && HASH.test(hash));
}
