import * as z from 'zod';
import type { S3Place } from './s3-place.ts';
import { placeFor, s3Faults, s3Shape } from './s3-settings.ts';

/** The settings of a bucket for pictures. Without MEDIA_S3_BUCKET the pictures are in DATA_DIR. */
export const mediaShape = s3Shape('MEDIA_S3');

const shape = z.object(mediaShape);
type Given = z.output<typeof shape>;

/** Returns what is wrong with the settings of the bucket; a message has no full stop. */
export const mediaFaults = (given: Given & { SHOP_MODE: string }) => s3Faults('MEDIA_S3', given);

/** Returns the bucket of the settings; null if pictures are in the data folder. */
export const s3PlaceOf = (settings: Given): S3Place | null => placeFor('MEDIA_S3', settings);
