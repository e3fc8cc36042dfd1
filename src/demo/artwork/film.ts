/** The display value (0 to 255) by the square root of linear light, up to `brightest`. */
const brightest = 6;
const exposure = 0.94;
const steps = 8192;
const film = Float32Array.from({ length: steps + 1 }, (_, i) => {
  const x = (i / steps) ** 2 * brightest * exposure;
  // A filmic shoulder and toe (Narkowicz's fit of ACES), then sRGB.
  const y = Math.min(1, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
  return 255 * (y <= 0.0031308 ? y * 12.92 : 1.055 * y ** (1 / 2.4) - 0.055);
});

/** The values of a function on 0 to 1, at `size` + 1 points. */
export function table(size: number, value: (step: number) => number): Float32Array {
  const out = new Float32Array(size + 1);
  for (let i = 0; i <= size; i++) out[i] = value(i / size);
  return out;
}

const planes = new Map<string, Float32Array>();

/** Linear light by plane value. Shared between callers, so do not write to it. */
export function grey(size: number, range: number): Float32Array {
  const key = `${size} ${range}`;
  const known = planes.get(key) ?? table(size, (v) => range * v ** 2.2);
  planes.set(key, known);
  return known;
}

/** 0 up to `from`, 1 from `to` on, and a smooth step between. */
export const smooth = (from: number, to: number, x: number): number => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** Develops linear red, green and blue to bytes. Adds a grain of about one step, which keeps soft gradients from banding. */
export function print(picture: Float32Array): Uint8ClampedArray {
  const out = new Uint8ClampedArray(picture.length);
  const scale = steps / Math.sqrt(brightest);
  let seed = 0x9e3779b9;
  for (let i = 0; i < out.length; i += 3) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    const grain = (((seed >>> 16) & 255) + ((seed >>> 24) & 255)) / 170 - 1;
    for (let c = i; c < i + 3; c++) {
      const step = Math.sqrt(picture[c] as number) * scale;
      out[c] = (film[step < steps ? step | 0 : steps] as number) + grain;
    }
  }
  return out;
}
