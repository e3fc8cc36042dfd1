/** A backup of a target. */
export interface StoredBackup {
  name: string;
  /** Bytes. */
  size: number;
}

/** Where timed backups are kept: a folder of this machine, or a bucket of an S3-compatible store. */
export interface BackupTarget {
  readonly kind: TargetKind;
  /** Names it in a sentence, such as 'the folder /var/backups/turare'. */
  readonly name: string;
  /** Its backups, newest first. Other files are left out. */
  list(): Promise<StoredBackup[]>;
  remove(name: string): Promise<void>;
  /** @returns a file of this machine with its bytes: its own, or a copy in the folder `scratch`. */
  fetch(name: string, scratch: string): Promise<string>;
  /** Reads one to its last byte. @returns what is wrong with it, null if nothing is. @throws Error when it cannot be read now. */
  faultOf(name: string): Promise<string | null>;
}

export const TARGET_KINDS = ['folder', 'store'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
