import type { Core } from '@strapi/types';
import { configuredTokens, nameOfToken } from '../edge/tokens';
import { getService } from './get-service';

export interface TokensService {
  /** The name of a presented token; null when it does not open the webhook. */
  nameOf(presented: string): string | null;
  count(): number;
}

export default ({ strapi }: { strapi: Core.Strapi }): TokensService => {
  const { tokens } = getService(strapi, 'options').get();
  const known = configuredTokens(tokens, process.env.ARTICLE_RECEIVER_TOKEN);
  return {
    nameOf: (presented) => nameOfToken(presented, known),
    count: () => known.length,
  };
};
