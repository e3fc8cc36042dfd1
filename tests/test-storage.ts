import { useTestStorageEngine as storeInTests } from '@nanostores/persistent';

/**
 * Vitest runs this before each file of unit tests. The files of a worker share the stores: one that was mounted with
 * the library's own engine would not notice what a test does as another tab.
 */
storeInTests();
