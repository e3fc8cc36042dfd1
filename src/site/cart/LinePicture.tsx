import { PUBLIC_API_URL, PUBLIC_IMAGE_URL } from 'astro:env/client';
import { useState } from 'react';
import { smallSize } from '#domain/products/small-size.ts';
import { absolute, pictureUrls, renditions, smallestMade } from '#site/product-data/pictures.ts';

/** Returns the URL of a picture 80 CSS pixels wide, for double-density screens. */
function smallUrl(image: string): string {
  const settings = { api: PUBLIC_API_URL, template: PUBLIC_IMAGE_URL };
  if (PUBLIC_IMAGE_URL) return pictureUrls(image, settings).srcset.split(' ')[0] ?? image;
  const url = absolute(image, PUBLIC_API_URL);
  const folder = renditions(url);
  return folder ? `${folder}/160.webp` : url;
}

/**
 * The picture of a line, decorative beside the name. Its space is reserved while it loads. A sample shows its size over
 * the picture, since many shops show the bottle.
 */
export function LinePicture({ image, name }: { image: string; name: string }) {
  const [isGone, setGone] = useState(false);
  // A cart may be older than the renditions that the site keeps. The original is still there.
  const made = isGone ? undefined : smallestMade(image);
  return (
    <div className="relative aspect-[4/5] w-20 shrink-0 self-start overflow-hidden bg-paper-deep">
      {image && (
        <picture>
          {made && <source type="image/avif" srcSet={made} />}
          <img
            src={smallUrl(image)}
            onError={() => setGone(true)}
            alt=""
            width={80}
            height={100}
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        </picture>
      )}
      <span aria-hidden="true" className="badge absolute bottom-0 left-0 empty:hidden">
        {smallSize(name)}
      </span>
    </div>
  );
}
