// Questions of the bootstrap to the file system. Imported as a whole: a Node too old for statfsSync must still be able
// to say that it is too old.
import fs, { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** Megabytes that a database needs to start. */
const START_MB = 60;

/** The folder itself, or the nearest one above it that exists. @param {string} folder @returns {string} */
const nearest = (folder) => (existsSync(folder) ? folder : nearest(dirname(folder)));

/** Whether this user may create files in a folder, or the folder itself. @param {string} folder */
export function isWritable(folder) {
  try {
    accessSync(nearest(folder), constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder @returns {number} free megabytes of its disk */
function freeMegabytes(folder) {
  const { bavail, bsize } = fs.statfsSync(nearest(folder));
  return Math.floor((bavail * bsize) / 1e6);
}

/**
 * Returns why the packages cannot be installed in the checkout; undefined if they can.
 * @param {string} root
 * @param {number} megabytes - of the packages and npm's cache of them
 */
export function noInstallIn(root, megabytes) {
  if (!isWritable(root) || !isWritable(join(root, 'node_modules'))) {
    return `This user may not write to ${root}, where the packages are installed. Change its owner, or clone it again as this user.`;
  }
  const free = freeMegabytes(root);
  if (free < megabytes) {
    return `The disk of ${root} has ${free} MB left, and the packages need about ${megabytes} MB. Free some space, then run the command again.`;
  }
  return undefined;
}

/**
 * Returns why a folder cannot hold the data of a command; undefined if it can.
 * @param {string} folder
 * @param {string} setting - the one that names the folder
 */
export function noDataIn(folder, setting) {
  if (!isWritable(folder)) {
    return `This user may not write to ${folder}. Change its owner, or ${setting}.`;
  }
  const free = freeMegabytes(folder);
  if (free < START_MB) {
    return `The disk of ${folder} has ${free} MB left, which is too little to work with. Free some space, or ${setting}.`;
  }
  return undefined;
}

/**
 * Returns settings with a home in the checkout if the user's own is not writable: npm, the tests' browser and others
 * keep files there. Windows has other folders for them.
 * @param {string} root
 * @returns {Record<string, string>}
 */
export function homeSettings(root) {
  const home = homedir();
  const cache = cacheFolder(home);
  const usable = isWritable(home) && isWritable(cache) && isWritable(join(cache, '_cacache'));
  if (process.platform === 'win32' || usable) return {};
  const own = join(root, '.home');
  try {
    mkdirSync(own, { recursive: true });
  } catch {
    // The checkout is not writable either. The command that needs it says so.
    return {};
  }
  return {
    HOME: own,
    npm_config_cache: join(own, '.npm'),
    XDG_CACHE_HOME: join(own, '.cache'),
    XDG_CONFIG_HOME: join(own, '.config'),
  };
}

/** Returns npm's cache folder. npm tells its scripts where it is. @param {string} home */
export const cacheFolder = (home) => process.env.npm_config_cache || join(home, '.npm');
