import type { Settings } from '#backend/settings/settings.ts';
import { readShopSettings } from '#shop/settings.ts';
import { type Machine, machineEnvironment } from './place.ts';

/** The settings of the shop of this machine. @throws Error with all faults in one message. */
export const machineSettings = (machine: Machine): Settings =>
  readShopSettings(machineEnvironment(machine)).backend;
