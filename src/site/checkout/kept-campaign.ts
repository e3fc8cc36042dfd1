import { type Campaign, readCampaign } from '#domain/campaign.ts';
import { CAMPAIGN_KEY } from '#site/storage/late-keys.ts';

/** The words of the campaign that led to this visit (frame/early.ts keeps them); none without storage. */
export function keptCampaign(): Campaign {
  try {
    return readCampaign(sessionStorage.getItem(CAMPAIGN_KEY) ?? '');
  } catch {
    return {};
  }
}
