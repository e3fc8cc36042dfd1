import sharp from 'sharp';
import type { Composer } from '#backend/media/composer.ts';
import type { DemoPicture } from '#demo/gallery.ts';
import { runCommand } from '#process/console.ts';
import { runShop } from '#shop/main.ts';

/** Makes each picture of the demo an area of its size and colour, so that its rendition takes little time. */
const composer: Composer = {
  compose: (recipe) => {
    const { width, height, color } = JSON.parse(recipe) as DemoPicture;
    return sharp({ create: { width, height, channels: 3, background: color } })
      .jpeg()
      .toBuffer();
  },
};

/** `npm start` with flat pictures, for the browser tests, which need the processors. */
await runCommand(async () => {
  await runShop({ fresh: false, composer });
  return 0;
});
