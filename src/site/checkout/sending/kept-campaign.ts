import { type Campaign, readCampaign } from '#domain/orders/campaign.ts';
import { CAMPAIGN_KEY } from '#site/storage/late-keys.ts';
import { tab } from '#site/storage/tab.ts';

/** The words of the campaign that led to this visit (frame/early.ts keeps them); none without storage. */
export const keptCampaign = (): Campaign => readCampaign(tab.get(CAMPAIGN_KEY) ?? '');
