import { articleSchema } from './article/schema';
import { campaignSchema } from './campaign/schema';
import { mediaAssetSchema } from './media-asset/schema';
import { tagSchema } from './tag/schema';

export default {
  article: { schema: articleSchema },
  campaign: { schema: campaignSchema },
  'media-asset': { schema: mediaAssetSchema },
  tag: { schema: tagSchema },
};
