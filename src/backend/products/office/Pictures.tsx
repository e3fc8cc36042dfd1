/** @jsxImportSource hono/jsx */
import { Button, Field } from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';

/** The names of the fields of pictures. */
export const PHOTOS = 'photos';
export const ADDED = 'added';
export const PICTURE = 'picture';
export const altField = (hash: string) => `alt-${hash}`;

/** A picture of a product with its alternative text. */
export interface ShownPicture {
  hash: string;
  alt: string;
}

/** The field for choosing pictures. A phone offers its camera and photo library. */
export function PhotoField({ form }: { form: FormState }) {
  const id = form.fieldId(PHOTOS);
  const error = form.error(PHOTOS);
  return (
    <div class="field">
      <label for={id}>Add pictures</label>
      <p class="hint" id={`${id}-hint`}>
        JPEG, PNG or WebP, at most 20 MB each and {MOST_MEGABYTES} MB together. They are turned
        upright, and place, time and device are removed from them.
      </p>
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <input
        type="file"
        id={id}
        name={PHOTOS}
        accept="image/jpeg,image/png,image/webp,image/avif"
        multiple
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={error ? 'true' : undefined}
      />
    </div>
  );
}

/** The most megabytes of a form with pictures: about three large photos. */
export const MOST_MEGABYTES = 60;

/** Pictures from a form that was refused. They are in the shop, and wait for the form. */
export function Waiting({ hashes }: { hashes: readonly string[] }) {
  if (hashes.length === 0) return null;
  return (
    <div class="field">
      <p class="hint">
        {hashes.length === 1 ? 'This picture has' : 'These pictures have'} arrived, and will be
        saved with the form:
      </p>
      <div class="arrived">
        {hashes.map((hash) => (
          <>
            <input type="hidden" name={ADDED} value={hash} />
            <img src={`/media/${hash}/160.webp`} alt="" width={72} height={72} />
          </>
        ))}
      </div>
    </div>
  );
}

/** The pictures of a product in their order, each with its text and buttons. */
export function PictureList({
  form,
  pictures,
}: {
  form: FormState;
  pictures: readonly ShownPicture[];
}) {
  if (pictures.length === 0) return <p class="empty">No picture yet.</p>;
  return (
    <ol class="pictures">
      {pictures.map(({ hash, alt }, place) => (
        <li>
          <input type="hidden" name={PICTURE} value={hash} />
          <img
            src={`/media/${hash}/240.webp`}
            alt={alt || `Picture ${place + 1}`}
            width={96}
            height={96}
            loading="lazy"
          />
          <div class="picture-words">
            <Field
              form={form}
              name={altField(hash)}
              label={`What picture ${place + 1} shows`}
              value={alt}
              maxlength={250}
            />
            <div class="picture-actions">
              {place > 0 && (
                <Button kind="quiet" name="do" value={`earlier ${hash}`}>
                  Earlier<span class="visually-hidden">&nbsp;picture {place + 1}</span>
                </Button>
              )}
              {place < pictures.length - 1 && (
                <Button kind="quiet" name="do" value={`later ${hash}`}>
                  Later<span class="visually-hidden">&nbsp;picture {place + 1}</span>
                </Button>
              )}
              <Button kind="danger" name="do" value={`remove ${hash}`}>
                Remove<span class="visually-hidden">&nbsp;picture {place + 1}</span>
              </Button>
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}
