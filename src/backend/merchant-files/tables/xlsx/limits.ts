/** The limits of a workbook. 100,000 rows of ten columns are a file of 5 MB, and 60 MB once it is unpacked. */

/** Bytes of the file. */
export const MOST_BYTES = 20 * 1024 * 1024;
/** Bytes of the parts that are read, once they are inflated. */
export const MOST_INFLATED = 256 * 1024 * 1024;
/** Parts of the archive. */
export const MOST_PARTS = 5000;
/** Rows with content. */
export const MOST_ROWS = 100_000;
export const MOST_COLUMNS = 200;
