import { readdir } from 'node:fs/promises';
import type { ProcessSite } from '../site/process-site';
import { withoutArticleNames } from './stored-names';

interface ArticleEntry {
  documentId: string;
  sourceId: string;
  title: string;
  slug: string;
  content: string;
  previousSlugs: string[] | null;
  heroImage: { url: string } | null;
  images: { digest: string }[];
  tags: { name: string }[];
  campaign: { sourceId: string; name: string } | null;
}

interface UploadedFile {
  url: string;
  formats: Record<string, { url: string }> | null;
}

/**
 * All that a site has, row by row and file by file, without what differs from one site to the
 * next (ids, times, after which article a shared file is called): two sites that received the same deliveries have the same census, whatever
 * happened to them meanwhile. A row that is there twice is in it twice.
 */
export async function censusOf({ client, uploads }: ProcessSite) {
  const populate = 'populate[heroImage]=true&populate[images]=true&populate[tags]=true';
  const articles = async (status: string) =>
    (
      await client.entries<ArticleEntry>(
        `/articles?status=${status}&${populate}&populate[campaign]=true`,
      )
    )
      .map(articleOf)
      .sort();
  const files = await client.content<UploadedFile[]>('/api/upload/files');
  const stored = files.flatMap(({ url, formats }) => [
    url,
    ...Object.values(formats ?? {}).map((format) => format.url),
  ]);
  const onDisk = await readdir(uploads);
  return {
    drafts: await articles('draft'),
    published: await articles('published'),
    campaigns: await namesOf(client.entries<{ sourceId: string }>('/campaigns'), 'sourceId'),
    tags: await namesOf(client.entries<{ name: string }>('/tags'), 'name'),
    assets: await namesOf(client.entries<{ digest: string }>('/media-assets'), 'digest'),
    files: stored.map(withoutArticleNames).sort(),
    onDisk: onDisk.map((name) => withoutArticleNames(`/uploads/${name}`)).sort(),
    deliveries: (await client.deliveries())
      .map(({ deliveryId, state, reason }) => `${deliveryId} ${state} ${reason}`)
      .sort(),
  };
}

const articleOf = ({ heroImage, images, tags, campaign, ...article }: ArticleEntry): string =>
  withoutArticleNames(
    JSON.stringify({
      sourceId: article.sourceId,
      title: article.title,
      slug: article.slug,
      content: article.content,
      previousSlugs: article.previousSlugs,
      heroImage: heroImage?.url,
      images: images.map(({ digest }) => digest),
      tags: tags.map(({ name }) => name),
      campaign: campaign && [campaign.sourceId, campaign.name],
    }),
  );

async function namesOf<Field extends string>(
  entries: Promise<Record<Field, string>[]>,
  field: Field,
): Promise<string[]> {
  return (await entries).map((entry) => entry[field]).sort();
}
