import { existsSync, readFileSync } from 'node:fs';

/** What to say where this machine cannot run another. Null where it can. */
export function noVirtualMachine(): string | null {
  if (process.getuid?.() !== 0) {
    return 'Skipped, because a Debian for the virtual machine is made by root alone (debootstrap).';
  }
  if (process.arch !== 'x64') return 'Skipped, because the virtual machine is one of x64.';
  return null;
}

/**
 * Whether a virtual machine runs on the processor itself. Some machines have a /dev/kvm without these instructions, which takes
 * only a kernel that is made for it.
 */
export const hasVirtualProcessor = (): boolean =>
  existsSync('/dev/kvm') &&
  /^flags\s*:.* (vmx|svm)( |$)/m.test(readFileSync('/proc/cpuinfo', 'utf8'));
