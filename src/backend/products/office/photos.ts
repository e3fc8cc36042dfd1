import { refuse } from '#backend/base/result.ts';
import type { PictureIntake } from '#backend/media/intake.ts';
import { StoreUnavailable } from '#backend/media/objects/object-store.ts';
import { ownHash } from '#backend/media/own-picture.ts';
import { preparePhoto } from '#backend/media/photo.ts';
import { UnreadablePicture } from '#backend/media/rendering.ts';
import type { FormState } from '#backend/office/frame/form-state.ts';
import type { FormRequest, PageRequest } from '#backend/office/frame/page-request.ts';
import { ADDED, PHOTOS } from './Pictures.tsx';

/** Pictures that came with a form: those that are in the shop now, and what was wrong with the others. */
export interface Arrived {
  hashes: string[];
  /** A sentence for each picture that was not taken. */
  faults: string[];
}

const HASH = /^[0-9a-f]{40}$/;

/**
 * Takes the pictures of a form into the shop, and writes them into it: if the form is refused it is shown again with them, since
 * no page can fill in a file. Pictures of a form that is never sent again are removed by `npm run media -- unused`.
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

/** Why a picture was not taken, as the rest of a sentence that begins with its name; null for what nobody expects. */
function wordsOf(error: unknown): string | null {
  if (error instanceof UnreadablePicture) return error.message;
  if (error instanceof StoreUnavailable) {
    return 'cannot be stored, since the place of the pictures does not answer: try again in a minute';
  }
  return null;
}

/** The cell of pictures that the shop has. */
export const picturesCell = (hashes: readonly string[]): string =>
  hashes.map((hash) => `/media/${hash}`).join('|');

/** For forms, which name only pictures that the shop has. A path or an address that somebody writes into one is read by nobody. */
export const ownPicturesOnly: PictureIntake = {
  cost: { files: 0, fetched: 0, unchanged: 0, bytes: 0 },
  ownHash: (name) => ownHash(name),
  take: async () => refuse('invalid', 'is not a picture of this shop: choose it again'),
};

/** The pictures that came with a form that was refused, as it shows them again. */
export function waitingPictures(request: PageRequest, form: FormState): string[] {
  if (!form.refusal || !request.returned) return [];
  return request.returned.fields
    .getAll(ADDED)
    .filter((hash): hash is string => typeof hash === 'string' && HASH.test(hash));
}
