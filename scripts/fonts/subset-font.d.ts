declare module 'subset-font' {
  /** Keeps only the glyphs of `text`. The package has no types. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: {
      targetFormat?: 'sfnt' | 'woff' | 'woff2' | 'truetype';
      variationAxes?: Record<string, number | { min: number; max: number; default?: number }>;
      preserveNameIds?: number[];
      noLayoutClosure?: boolean;
      keepFeatures?: string[];
    },
  ): Promise<Buffer>;
}
