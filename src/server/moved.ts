import { EMITTED, formsOf } from './hosting.ts';
import { openFile } from './site-files.ts';

/** The new path of each moved address, by decoded path, with the version of the file. */
let known: { etag: string; moved: ReadonlyMap<string, string> } | undefined;

/** Returns the new path of a decoded path in a release. Reads the file once for each of its versions. */
export async function movedTo(release: string, path: string): Promise<string | undefined> {
  const file = await openFile(release, [EMITTED.moved], [null]);
  if (!file) return undefined;
  try {
    if (known?.etag !== file.etag) {
      const json = JSON.parse(await file.handle.readFile('utf8')) as Record<string, string>;
      const moved = new Map(
        Object.entries(json).flatMap(([from, to]) =>
          formsOf({ from, to }).map((form): [string, string] => [decodeURIComponent(form), to]),
        ),
      );
      known = { etag: file.etag, moved };
    }
    return known.moved.get(path);
  } finally {
    await file.handle.close();
  }
}
