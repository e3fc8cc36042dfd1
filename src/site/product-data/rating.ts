/** The reviews of a product in two figures. */
export interface Rating {
  /** Mean of the stars, 0 to 5; shown with one decimal (spec §9). */
  average: number;
  count: number;
}
