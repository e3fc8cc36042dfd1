/**
 * Makes the browser choose pictures as on a screen of density 1. Chromium reports that data is to be saved, but does
 * not choose smaller pictures itself. A picture that is already loading stays, since another one would cost more than
 * it saves.
 */
export function choosePlainPictures(): void {
  for (const image of document.images) {
    if (image.currentSrc) continue;
    for (const set of image.parentElement?.querySelectorAll<HTMLSourceElement>('[sizes]') ?? [])
      set.sizes = set.sizes.replaceAll(/[\d.]+(?=vw)/g, (width) => `${+width / devicePixelRatio}`);
  }
}
