import type { DryRun } from '../../../src/plugins/article-receiver/shared/deliveries/jobs';
import type {
  Operations,
  Verified,
} from '../../../src/plugins/article-receiver/shared/deliveries/operations';
import { adminApi } from '../../support/people/admin-api';
import type { Site } from '../../support/site/site';
import { rebuilt } from '../offered';

const FIELDS = ['tags', 'campaign', 'images', 'heroImage'] as const;

interface Row {
  sourceId: string;
  tags: { documentId: string }[];
  campaign: { documentId: string } | null;
  images: { documentId: string }[];
  heroImage: { id: number } | null;
}

/** What each article leads to, by its id. */
async function leads(site: Site, status: 'draft' | 'published') {
  const rows = (await site.strapi.documents('plugin::article-receiver.article').findMany({
    status,
    populate: { tags: true, campaign: true, heroImage: true, images: true },
  } as never)) as unknown as Row[];
  return new Map(
    rows.map(({ sourceId, tags, campaign, images, heroImage }) => [
      sourceId,
      {
        tags: tags.map(({ documentId }) => documentId).join(),
        campaign: campaign?.documentId ?? '',
        images: images.map(({ documentId }) => documentId).join(),
        heroImage: String(heroImage?.id ?? ''),
      },
    ]),
  );
}

/** What of each article differs. */
const differences = (
  before: Awaited<ReturnType<typeof leads>>,
  after: Awaited<ReturnType<typeof leads>>,
): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .flatMap((id) => {
      const [had, has] = [before.get(id), after.get(id)];
      return FIELDS.filter((field) => had?.[field] !== has?.[field]).map((one) => `${id} ${one}`);
    })
    .sort();

/** Rebuilds, and holds what a dry run said before of the articles against what became of them. */
export async function rebuiltAsForeseen(site: Site): Promise<void> {
  const before = [await leads(site, 'draft'), await leads(site, 'published')] as const;
  const { body } = await adminApi(site).post('/rebuild', { dryRun: true });
  const { failed, changes } = (body as { data: DryRun }).data;
  await rebuilt(site);
  const told = changes
    .flatMap(({ articleId, fields }) =>
      FIELDS.filter((name) => fields.some(({ field }) => field === name)).map(
        (name) => `${articleId} ${name}`,
      ),
    )
    .sort();
  const done = differences(before[0], await leads(site, 'draft'));
  expect({ failed, told }).toEqual({ failed: [], told: done });
  const publishes = changes.flatMap(({ articleId, publication }) =>
    publication === 'none' ? [] : [articleId],
  );
  const changed = differences(before[1], await leads(site, 'published'));
  const untold = changed.filter((one) => !publishes.includes(one.split(' ')[0] ?? ''));
  expect({ untold }).toEqual({ untold: [] });
}

/** What is kept of deliveries and their images is what was sent, or was given up. */
export async function expectKept({ strapi }: Site): Promise<void> {
  const { verify } = strapi.plugin('article-receiver').service<Operations>('operations');
  const damaged: Verified[] = [];
  for await (const one of verify()) if (one.result === 'damaged') damaged.push(one);
  expect(damaged).toEqual([]);
}
