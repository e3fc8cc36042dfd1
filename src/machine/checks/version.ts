import { readAddress } from '#machine/update/address.ts';
import { currentVersion } from '#machine/update/releases.ts';
import { openSource } from '#machine/update/source.ts';
import { readOffer } from '#machine/update/take.ts';
import { compareVersions, isPreRelease } from '#machine/update/version.ts';
import { sentencesOf } from '#process/sentences.ts';
import { type Check, note, well } from './check.ts';

/** Whether the address of the last update has a newer version. */
export const version: Check = {
  name: 'version',
  async look({ machine }) {
    if (machine.kind === 'container') return well('Its image says which it is.');
    const installed = await currentVersion(machine);
    const address = await readAddress(machine);
    if (!address)
      return well(`It is ${installed}. 'turare update ADDRESS' remembers where newer ones are.`);
    try {
      const source = openSource(address);
      const offer = await readOffer(source, machine.releaseKey, isPreRelease(installed));
      return compareVersions(offer.version, installed) > 0
        ? note(`Version ${offer.version} is available, and this is ${installed}.`, 'turare update')
        : well(`${installed} is the newest.`);
    } catch (error) {
      return note(`It is not known whether there is a newer one. ${sentencesOf(error).join(' ')}`);
    }
  },
};
