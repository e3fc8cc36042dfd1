/** The name of a colour `#rrggbb`: 'dark amber', 'pale pink', 'black'. */
export function colourWord(hex: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const span = most - least;
  const lightness = (most + least) / 2;
  if (lightness < 0.17) return 'black';
  if (span < 0.1 || (span < 0.16 && lightness > 0.8)) {
    return lightness > 0.85 ? 'white' : lightness > 0.6 ? 'pale grey' : 'grey';
  }
  const sector =
    most === r ? ((g - b) / span + 6) % 6 : most === g ? (b - r) / span + 2 : (r - g) / span + 4;
  const hue = sector * 60;
  const name = HUES.find(({ upTo }) => hue < upTo)?.name ?? 'red';
  if (name === 'amber' || name === 'orange') {
    if (lightness < 0.34) return lightness < 0.24 ? 'dark brown' : 'brown';
    if (span < 0.35 && lightness > 0.68) return 'pale peach';
  }
  if (name === 'red' && lightness > 0.66) return lightness > 0.8 ? 'pale pink' : 'pink';
  const shade = lightness < 0.3 ? 'dark ' : lightness > 0.7 ? 'pale ' : '';
  return `${shade}${name}`;
}

const HUES = [
  { upTo: 16, name: 'red' },
  { upTo: 28, name: 'orange' },
  { upTo: 42, name: 'amber' },
  { upTo: 66, name: 'gold' },
  { upTo: 90, name: 'yellow-green' },
  { upTo: 165, name: 'green' },
  { upTo: 195, name: 'turquoise' },
  { upTo: 255, name: 'blue' },
  { upTo: 290, name: 'violet' },
  { upTo: 335, name: 'pink' },
];

/** The name of a liquid's colour. A liquid that is nearly white looks clear. */
export function liquidWord(hex: string): string {
  const word = colourWord(hex);
  return word === 'white' || word === 'pale grey' ? 'clear' : word;
}
