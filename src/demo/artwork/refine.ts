/** 1 on the bottle (in any of the masks), just around it, and along its foot, where the shadow is sharp; 0 elsewhere. */
export function nearBottle(masks: Uint8Array[], width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height);
  const margin = 4;
  for (let y = margin; y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const i = y * width + x;
      if (!masks.some((mask) => (mask[i] as number) > 6)) continue;
      for (let dy = -margin; dy <= margin; dy += margin) {
        for (let dx = -margin; dx <= margin; dx += margin) out[i + dy * width + dx] = 1;
      }
    }
  }
  return out;
}

/**
 * Returns a plane with steps sixteen times finer than in the file. Blurs ground and backdrop, which are smooth and
 * would show eight bits as rings. `busy` marks the bottle, which is not blurred and does not bleed into the blur.
 * @param reach - the blur to either side, in pixels.
 */
export function refine(
  plane: Uint8Array,
  busy: Uint8Array,
  width: number,
  height: number,
  reach: number,
): Uint16Array {
  const out = new Uint16Array(plane.length);
  for (let i = 0; i < out.length; i++) out[i] = 16 * (plane[i] as number);
  const blur = { plane: out, busy, width, height, reach };
  blurRows(blur);
  blurRows(blur);
  blurColumns(blur);
  return out;
}

interface Blur {
  plane: Uint16Array;
  busy: Uint8Array;
  width: number;
  height: number;
  reach: number;
}

function blurRows({ plane, busy, width, height, reach }: Blur): void {
  // Running sums to the left of each pixel: light, and the number of pixels in it.
  const light = new Uint32Array(width + 1);
  const count = new Uint32Array(width + 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const free = 1 - (busy[row + x] as number);
      light[x + 1] = (light[x] as number) + free * (plane[row + x] as number);
      count[x + 1] = (count[x] as number) + free;
    }
    for (let x = 0; x < width; x++) {
      if (busy[row + x]) continue;
      const from = x < reach ? 0 : x - reach;
      const to = x + reach >= width ? width : x + reach + 1;
      const pixels = (count[to] as number) - (count[from] as number);
      plane[row + x] = ((light[to] as number) - (light[from] as number)) / pixels + 0.5;
    }
  }
}

function blurColumns({ plane, busy, width, height, reach }: Blur): void {
  const source = plane.slice();
  const light = new Uint32Array(width);
  const count = new Uint32Array(width);
  const take = (y: number, sign: 1 | -1): void => {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      if (busy[row + x]) continue;
      light[x] = (light[x] as number) + sign * (source[row + x] as number);
      count[x] = (count[x] as number) + sign;
    }
  };
  for (let y = 0; y < reach; y++) take(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + reach < height) take(y + reach, 1);
    if (y > reach) take(y - reach - 1, -1);
    const row = y * width;
    for (let x = 0; x < width; x++) {
      if (!busy[row + x]) plane[row + x] = (light[x] as number) / (count[x] as number) + 0.5;
    }
  }
}
