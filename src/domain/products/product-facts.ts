interface Facts {
  concentration?: string | null | undefined;
  sizeMl?: number | null | undefined;
}

/** The line under a product's name: 'Eau de Parfum · 50 ml'; '' when nothing is known. */
export const factsLine = ({ concentration, sizeMl }: Facts): string =>
  [concentration, sizeMl && `${sizeMl} ml`].filter(Boolean).join(' · ');
