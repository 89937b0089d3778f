/** The content types that the feed fills. */
export const UIDS = {
  article: 'plugin::article-receiver.article',
  campaign: 'plugin::article-receiver.campaign',
  mediaAsset: 'plugin::article-receiver.media-asset',
  tag: 'plugin::article-receiver.tag',
} as const;
