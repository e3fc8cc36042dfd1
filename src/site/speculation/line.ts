/** The network information of Chromium's engine. */
interface Line {
  saveData: boolean;
  effectiveType: string;
}
const line = () => (navigator as Navigator & { connection?: Line }).connection;

/** Whether the shopper's device is set to save data. */
export const isSaving = (): boolean =>
  line()?.saveData || matchMedia('(prefers-reduced-data: reduce)').matches;

/** Whether the line is known to be as fast as 4G. */
export const isFast = (): boolean => line()?.effectiveType === '4g';
