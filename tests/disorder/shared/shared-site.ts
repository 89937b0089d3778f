import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { makeDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { fileForms } from '../../support/people/file-forms';
import { makeImage, pictureBytes, type WireImage } from '../../support/feed/images';
import type { Site } from '../../support/site/site';
import { age } from '../age';
import { rebuilt } from '../offered';
import { rebuiltAsForeseen } from './shared-foreseen';
import type { Taking } from './shared-after';
import { campaignName, tagName, wordsOf, type Model } from './shared-model';
import { sharedShown, SOURCE, WIDTH } from './shared-shown';
import { ARTICLES, IMAGES, TAGS, type Picture, type Said, type Step } from './shared-steps';

const ARTICLE = 'plugin::article-receiver.article';
const CAMPAIGN = 'plugin::article-receiver.campaign';
const TAG = 'plugin::article-receiver.tag';
const ASSET = 'plugin::article-receiver.media-asset';
const STRANGER = 'org_of_strangers';
const START = Date.parse('2026-09-01T08:00:00.000Z');

/** The images that articles have in common. */
export const sharedImages = (): Promise<WireImage[]> =>
  Promise.all(
    Array.from({ length: IMAGES }, (_, image) =>
      makeImage({ color: `#50607${image}`, width: WIDTH, height: 400 }, { kind: 'hero' }),
    ),
  );

interface Told {
  article: number;
  at: number;
  id: string;
  body: WireDelivery;
}

/** Of strangers, in quarantine. */
interface Kept extends Told {
  isDiscarded: boolean;
}

type Delivering = Extract<Step, { do: 'deliver' }>;

/** How a person takes a step, who has looked around before. */
interface PersonsTaking extends Taking {
  /** The document that a tag or the campaign is. */
  idOf(what: string): string | undefined;
}

/** Articles of one campaign on a site, told by the service, and what they have in common, changed by people. */
export async function sharedArticles(site: Site, images: readonly WireImage[]) {
  const admin = adminApi(site);
  const files = fileForms(site);
  const { campaign } = makeDelivery().article;
  const stories = Array.from({ length: ARTICLES }, (_, article) =>
    makeDelivery({ article: { slug: `shared-${article}`, campaignId: campaign.id, campaign } }),
  );
  const told: Told[] = [];
  let quarantined: Kept[] = [];
  let isOpen = false;
  const folder = await files.makeFolder(`Folder of ${campaign.id}`);
  const replacement = await pictureBytes({ color: '#fedcba', width: 32 });
  const shown = sharedShown(site, { stories, images, folder });

  async function deliver({ article, said, isStrange }: Delivering, at: number): Promise<void> {
    const body = { ...bodyOf(said, { article, at }), ...(isStrange ? { orgId: STRANGER } : {}) };
    const answer = await site.deliver(body);
    expect(answer.status).toBe(202);
    const { deliveryId: id } = (answer.body as { data: { deliveryId: string } }).data;
    const { state } = await admin.delivery(id);
    if (state === 'quarantined') quarantined.push({ article, at, id, body, isDiscarded: false });
    else told.push({ article, at, id, body });
  }

  /** Those that are in quarantine no more are told from then on. */
  async function takenIn(): Promise<void> {
    const states = await Promise.all(quarantined.map(({ id }) => admin.delivery(id)));
    told.push(...quarantined.filter((_, at) => states[at]?.state !== 'quarantined'));
    quarantined = quarantined.filter((_, at) => states[at]?.state === 'quarantined');
  }

  const accept = async (isForAll: boolean): Promise<void> => {
    isOpen = isForAll;
    const orgIds = isForAll ? null : [stories[0]?.orgId];
    expect((await admin.put('/settings', { accept: { orgIds } })).status).toBe(200);
  };

  async function discard(nth: number): Promise<void> {
    const waiting = quarantined.filter(({ isDiscarded }) => !isDiscarded);
    const one = waiting[nth % waiting.length];
    if (!one) return;
    const { status } = await admin.post(`/deliveries/${one.id}/discard`, { reason: 'not ours' });
    expect(status).toBe(200);
    one.isDiscarded = true;
  }

  function bodyOf(said: Said, { article, at }: Pick<Told, 'article' | 'at'>): WireDelivery {
    const [story = makeDelivery()] = stories.slice(article);
    const time = new Date(START + at * 60_000).toISOString();
    const image = said.picture && imageOf(article, said.picture);
    return {
      ...story,
      event: said.word === 'draft' ? 'article.ready' : 'article.status_changed',
      timestamp: time,
      article: {
        ...story.article,
        campaign: { ...campaign, name: campaignName(said.campaign) },
        status: said.word,
        tags: said.tags.map(tagName),
        images: image ? [image] : [],
        heroImageUrl: image?.url ?? '',
        updatedAt: time,
      },
    };
  }

  function imageOf(article: number, picture: Picture): WireImage {
    const [image] = images.slice(picture.image);
    if (!image) throw new Error(`there is no image ${picture.image}`);
    const { alternativeText: alt, caption } = wordsOf(article, picture);
    const url = `${SOURCE}/${picture.address}/${picture.image}.png`;
    return { ...image, url, alt, caption: caption || null };
  }

  function newestOf(article: number): Told {
    const own = told.filter((one) => one.article === article);
    const [newest] = own.sort((one, other) => other.at - one.at);
    if (!newest) throw new Error(`there is no article ${article}`);
    return newest;
  }

  const typeOf = (what: string) => (what === 'campaign' ? CAMPAIGN : TAG);
  const assetOf = async (article: number): Promise<string> =>
    (await shown.draft(article)).images[0]?.documentId ?? '';

  async function change(uid: string, documentId: string, values: Record<string, unknown>) {
    const forms = contentManager(site, uid);
    await forms.save(await forms.open(documentId), values);
  }

  async function write({ image, field, inBulk }: Extract<Step, { do: 'write' }>, own: string) {
    const changes = { [field]: field === 'folder' ? folder : own };
    const form = await files.open((await shown.file(image)).id);
    if (!inBulk) return files.save(form, changes);
    const all = await Promise.all((await shown.files()).map(({ id }) => files.open(id)));
    return files.saveAll(all.map((one) => [one, one.id === form.id ? changes : {}]));
  }

  /** The folder that images are put into, wherever a history has put some of them. */
  async function removeFolder(): Promise<void> {
    const where = { name: 'Articles', parent: null };
    const found = await site.strapi.db.query('plugin::upload.folder').findOne({ where });
    await files.act('bulk-delete', { folderIds: [found?.id] });
  }

  async function carryOut(step: Step, { number, own, idOf }: PersonsTaking): Promise<void> {
    switch (step.do) {
      case 'deliver':
        return deliver(step, step.time * 100 + number);
      case 'repeat': {
        const { status } = await site.deliver(newestOf(step.article).body);
        expect(status).toBe(200);
        return;
      }
      case 'redrive':
        await admin.redrive(newestOf(step.article).id);
        return;
      case 'rebuild':
        // What it takes in besides, a dry run does not say.
        await (isOpen && quarantined.length > 0 ? rebuilt(site) : rebuiltAsForeseen(site));
        return takenIn();
      case 'rename': {
        return change(typeOf(step.what), idOf(step.what) ?? '', { name: own });
      }
      case 'delete': {
        const documentId = idOf(step.what) ?? '';
        const uid = typeOf(step.what);
        if (step.inList)
          return contentManager(site, uid).act('actions/bulkDelete', { documentIds: [documentId] });
        await site.strapi.documents(uid).delete({ documentId });
        return;
      }
      case 'merge': {
        const name = tagName({ tag: step.dropped, writing: step.writing });
        const dropped = idOf(step.dropped) ?? '';
        await change(TAG, idOf(step.kept) ?? '', { name });
        await site.strapi.documents(TAG).delete({ documentId: dropped });
        return;
      }
      case 'age':
        return age(site, step.what);
      case 'accept':
        return accept(step.isOpen);
      case 'discard':
        return discard(step.nth);
      case 'takeIn':
        await admin.redrive(quarantined[step.nth % quarantined.length]?.id ?? '');
        return takenIn();
      case 'make': {
        const isTag = step.what !== 'campaign';
        const identity = isTag ? { slug: `by-hand-${number}` } : { sourceId: campaign.id };
        const data = { name: isTag ? `tag ${step.what}` : own, ...identity };
        await site.strapi.documents(typeOf(step.what)).create({ data: data as never });
        return;
      }
      case 'write':
        return write(step, own);
      case 'removeFolder':
        return removeFolder();
      case 'replace':
        return files.replace(await files.open((await shown.file(step.image)).id), replacement);
      case 'remove':
        await site.strapi
          .plugin('upload')
          .service('upload')
          .remove(await shown.file(step.image));
        return;
      case 'bulkRemove':
        return files.act('bulk-delete', { fileIds: [(await shown.file(step.image)).id] });
      case 'bulkMove':
        return files.act('bulk-move', {
          fileIds: [(await shown.file(step.image)).id],
          destinationFolderId: folder,
        });
      case 'describe':
        return change(ASSET, await assetOf(step.article), { alt: own });
      case 'drop':
        await site.strapi.documents(ASSET).delete({ documentId: await assetOf(step.article) });
        return;
      case 'choose': {
        const { documentId } = await shown.draft(step.article);
        const data = { tags: { set: step.tags.flatMap((tag) => idOf(tag) ?? []) } };
        await site.strapi.documents(ARTICLE).update({ documentId, data: data as never });
      }
    }
  }

  /** @param now what is right before the step. */
  async function taking(now: Model, number: number): Promise<PersonsTaking> {
    const ids = new Map<string, string>();
    for (const what of ['campaign', ...TAGS]) {
      const name = (what === 'campaign' ? now.campaign : now.tags[what])?.values?.name;
      const filters = { name };
      const found = name && (await site.strapi.documents(typeOf(what)).findFirst({ filters }));
      if (found) ids.set(what, found.documentId);
    }
    return { number, own: `Own ${number}`, idOf: (what) => ids.get(what) };
  }

  await accept(false);
  return { ...shown, carryOut, taking };
}
