import type { Order } from '#contract/order.ts';
import { returnCalls } from '#contract/return-calls.ts';
import { LARGEST_RETURN_PICTURE, MOST_RETURN_PICTURES } from '#domain/returns/rules.ts';
import { failureText } from '#site/client/failure-text.ts';
import { Messages } from '#site/forms/Messages.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { call } from '#site/session/call.ts';

/** Pixels of the longer side of a picture that is sent. */
const LONGEST = 1600;

/**
 * Returns a picture small enough for a slow line. The server redraws it in any case; a picture that this browser cannot
 * read is sent as it is.
 */
async function smaller(file: File): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const drawn = await new Promise<Blob | null>((take) => canvas.toBlob(take, 'image/jpeg', 0.85));
    return drawn && drawn.size < file.size ? drawn : file;
  } catch {
    return file;
  }
}

interface Props {
  order: Pick<Order, '_id'>;
  /** The id of the return. */
  id: number;
  secret: string;
  /** The number of its pictures so far. */
  count: number;
  added: (order: Order) => void;
}

/** Adds a picture to a return as soon as it is chosen. */
export function AddPicture({ order, id, secret, count, added }: Props) {
  const { pending, message, setMessage, run } = useSubmission([], (error) =>
    setMessage({ kind: 'failed', text: error.body?.message ?? failureText(error) }),
  );
  const send = (file: File) =>
    run(async () => {
      const body = await smaller(file);
      if (body.size > LARGEST_RETURN_PICTURE) {
        setMessage({
          kind: 'failed',
          text: 'This picture is larger than 5 MB. Choose a smaller one.',
        });
        return;
      }
      const params = { id: order._id, key: secret, return: String(id) };
      added(await call(returnCalls.addReturnPicture, { params, body }));
    });
  return (
    <div className="grid justify-items-start gap-2">
      <label className="button-quiet focus-within:outline-2">
        {pending ? 'Sending the picture…' : 'Add a picture'}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="visually-hidden"
          aria-disabled={pending || undefined}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (file) void send(file);
          }}
        />
      </label>
      <p className="text-small text-ink-soft">
        Up to three, for the shop alone. We delete them 90 days after this is settled.
      </p>
      <p role="status" className="text-small empty:hidden">
        {count > 0 && `${count} of ${MOST_RETURN_PICTURES} sent`}
      </p>
      <Messages message={message} />
    </div>
  );
}
