import sharp from 'sharp';
import type { Composer } from '#backend/media/composer.ts';
import { describeShot, type Shot } from '#demo/artwork/views.ts';
import { runCommand } from '#process/console.ts';
import { runShop } from '#shop/main.ts';

/** Makes each picture of the demo an area of its size and colour, in a hundredth of the time. */
const flatComposer = (): Composer => ({
  async compose(recipe) {
    const { width, height, color } = describeShot(JSON.parse(recipe) as Shot);
    const area = sharp({ create: { width, height, channels: 3, background: color } });
    return { bytes: await area.jpeg().toBuffer(), draft: false };
  },
  close: async () => {},
});

/** `npm start` with flat pictures, for the browser tests, which need the processors. */
await runCommand(async () => {
  await runShop({ fresh: false, openComposer: flatComposer });
  return 0;
});
