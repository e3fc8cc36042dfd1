/** The version of an archive's name, by the system that its packages are for. */
const ARCHIVE =
  /^turare-(\d+\.\d+\.\d+(?:-[0-9a-z.-]+?)?)-((?:linux|darwin|win32)-(?:x64|arm64))\.tar\.gz$/;

/** This machine, as the name of an archive has it: 'linux-x64'. */
export const SYSTEM = `${process.platform}-${process.arch}`;

/** 'turare-1.0.0-linux-x64.tar.gz': the programs of a version and their packages for one system. */
export const archiveName = (version: string, system = SYSTEM): string =>
  `${topFolder(version)}-${system}.tar.gz`;

/** The one folder at the top of an archive. */
export const topFolder = (version: string): string => `turare-${version}`;

/** Reads version and system from an archive's name. Null if it is not the name of an archive. */
export function readArchiveName(name: string): { version: string; system: string } | null {
  const [, version, system] = ARCHIVE.exec(name) ?? [];
  return version && system ? { version, system } : null;
}

/** The checksums of a folder's archives, as sha256sum writes them, and the signature of that file. */
export const CHECKSUMS = 'SHA256SUMS';
export const SIGNATURE = 'SHA256SUMS.sig';
/** The public half of the key that signs, at the top of a release. */
export const RELEASE_KEY = 'release-key.pem';
