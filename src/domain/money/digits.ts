/**
 * Returns a whole number as a shopper reads it: 12500 → '12,500'. It avoids `Intl`: the first number that it formats
 * costs an old phone 150 ms, before it has shown a price.
 */
export const groupDigits = (whole: number): string =>
  String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
