import type { Hex, Mood } from './recipe.ts';

export interface Light {
  /** The colour that most of a picture has once it is printed: its place has it until the picture arrives. */
  tone: Hex;
  /** Colours of the backdrop: at its brightest, and where it fades. */
  heart: Hex;
  edge: Hex;
  ground: Hex;
  /** The colour of the reflector card behind the liquid, which makes it glow. */
  card: Hex;
  /** The strength of the card, of the studio lights, of the backdrop and of the low sun from behind. */
  glow: number;
  studio: number;
  back: number;
  kick: number;
  /** The colour of the studio lights and of the low sun. */
  lamp: Hex;
  sun: Hex;
}

/** The light of each mood on the same stage. */
export const moods: Record<Mood, Light> = {
  amber: {
    tone: '#b88848',
    heart: '#f0c490',
    edge: '#95552a',
    ground: '#b58d66',
    card: '#ffe3b8',
    glow: 1,
    studio: 0.95,
    back: 1,
    kick: 0.55,
    lamp: '#fff1dc',
    sun: '#ffc37a',
  },
  night: {
    tone: '#381808',
    heart: '#7d5038',
    edge: '#1d100b',
    ground: '#4a352b',
    card: '#ffc88a',
    glow: 0.75,
    studio: 0.82,
    back: 0.9,
    kick: 0.48,
    lamp: '#ffe9cf',
    sun: '#ff9f4a',
  },
  palm: {
    tone: '#c8c8b8',
    heart: '#d3d8b8',
    edge: '#44604a',
    ground: '#8f9a80',
    card: '#fff0cc',
    glow: 0.95,
    studio: 0.95,
    back: 0.95,
    kick: 0.5,
    lamp: '#fff4e2',
    sun: '#ffd79a',
  },
  rose: {
    tone: '#d8c8c8',
    heart: '#f6d5c9',
    edge: '#b87478',
    ground: '#d4b0a6',
    card: '#ffeade',
    glow: 1,
    studio: 1,
    back: 1.05,
    kick: 0.45,
    lamp: '#fff3e8',
    sun: '#ffc0a0',
  },
  citrus: {
    tone: '#d8c8a8',
    heart: '#fce6c0',
    edge: '#d39a4e',
    ground: '#dcc6a0',
    card: '#fff5d6',
    glow: 1.05,
    studio: 1,
    back: 1.05,
    kick: 0.5,
    lamp: '#fff7e6',
    sun: '#ffe09a',
  },
  smoke: {
    tone: '#786858',
    heart: '#c0b8b0',
    edge: '#443d39',
    ground: '#7d746c',
    card: '#ffe6c6',
    glow: 0.85,
    studio: 0.92,
    back: 0.85,
    kick: 0.55,
    lamp: '#fff5ea',
    sun: '#ffcf9c',
  },
  linen: {
    tone: '#d8d8c8',
    heart: '#f8f1e5',
    edge: '#d6c6ad',
    ground: '#dfd3c0',
    card: '#fff9ee',
    glow: 1.05,
    studio: 1.02,
    back: 1.12,
    kick: 0.4,
    lamp: '#fff8ee',
    sun: '#ffe0b4',
  },
  ocean: {
    tone: '#98a8a8',
    heart: '#cfdfdc',
    edge: '#44707d',
    ground: '#96abaa',
    card: '#fff6e4',
    glow: 1,
    studio: 0.98,
    back: 1,
    kick: 0.5,
    lamp: '#f6f8ff',
    sun: '#ffe2b8',
  },
};
