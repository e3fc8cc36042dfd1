import { existsSync, readFileSync } from 'node:fs';
import { type Needed, NSPAWN, QEMU, QEMU_IMG, SLIRP } from './debian-programs.ts';

/** Returns why this machine cannot run another one; null if it can. */
export function noMachine(): string | null {
  if (process.getuid?.() !== 0) {
    return 'Skipped, because a Debian for the test machine is made by root alone (debootstrap).';
  }
  if (process.arch !== 'x64') return 'Skipped, because the test machine is one of x64.';
  return null;
}

/** Returns why container images cannot be made; null if they can. */
export const noImages = (): string | null =>
  process.getuid?.() === 0
    ? null
    : 'Skipped, because a Debian for the image is made by root alone (debootstrap).';

/**
 * Whether a virtual machine runs on the processor itself. Some machines have a /dev/kvm without these instructions; it
 * runs only a kernel that is made for it.
 */
const hasVirtualProcessor = (): boolean =>
  existsSync('/dev/kvm') &&
  /^flags\s*:.* (vmx|svm)( |$)/m.test(readFileSync('/proc/cpuinfo', 'utf8'));

/**
 * Returns the kind of test machine: virtual on the processor; virtual in software, about eight times as slow, if
 * MACHINE=qemu asks for it; otherwise a container with this machine's kernel.
 */
export function kindOfMachine(): 'processor' | 'software' | 'container' {
  if (hasVirtualProcessor()) return 'processor';
  return process.env.MACHINE === 'qemu' ? 'software' : 'container';
}

export const machinePrograms = (): Needed[] =>
  kindOfMachine() === 'container' ? [NSPAWN, SLIRP] : [QEMU, QEMU_IMG];
