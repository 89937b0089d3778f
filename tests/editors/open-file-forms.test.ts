import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { fileForms } from '../support/people/file-forms';
import { makeImage, pictureBytes, pictureFile, type WireImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';
import { holdUploads } from '../support/feed/upload-gate';

const ARTICLE = 'plugin::article-receiver.article';

let site: Site;
let color = 0x101010;

beforeAll(async () => {
  site = await bootSite();
});
afterAll(() => site?.destroy());

const send = (...deliveries: WireDelivery[]): Promise<string> => arriveInTurn(site, ...deliveries);

async function fileOf({ article }: WireDelivery) {
  const filters = { sourceId: article.id };
  const found = await site.strapi
    .documents(ARTICLE)
    .findFirst({ filters, populate: { heroImage: true } });
  return found?.heroImage as { id: number; alternativeText: string; caption: string; url: string };
}

const described = (delivery: WireDelivery, words: Partial<WireImage>): WireDelivery =>
  nextDelivery(delivery, {
    article: { images: [{ ...delivery.article.images[0], ...words } as WireImage] },
  });

/** The dialog of an image in the Media Library, and the delivery that described it anew since. */
async function opened(words: Partial<WireImage> = { alt: 'Two cups' }) {
  const picture = { color: `#${(color += 0x010203).toString(16)}` };
  const image = await makeImage(picture, { kind: 'hero', alt: 'One cup', caption: 'Hot' });
  const first = makeDelivery({ article: { images: [image], heroImageUrl: image.url } });
  await send(first);
  const forms = fileForms(site);
  const { id } = await fileOf(first);
  const form = await forms.open(id);
  const second = described(first, words);
  await send(second);
  return { first, second, form, forms, id };
}

describe('the dialog of a file, open while a delivery describes it anew', () => {
  it('brings no former text back, and the next delivery is heard', async () => {
    const { second, form, forms } = await opened();
    await forms.save(form, { caption: 'Cold' });
    const file = { alternativeText: 'Two cups', caption: 'Cold' };
    expect(await fileOf(second)).toMatchObject(file);
    const third = described(second, { alt: 'Three cups', caption: 'Warm' });
    await send(third);
    expect(await fileOf(third)).toMatchObject({ alternativeText: 'Three cups', caption: 'Cold' });
  });

  it('nor where all was described anew, and only the folder changed', async () => {
    const { second, form, forms } = await opened({ alt: 'Two cups', caption: 'Cold' });
    const folder = await forms.makeFolder('Cups');
    await forms.save(form, { folder });
    const file = await fileOf(second);
    expect(file).toMatchObject({ alternativeText: 'Two cups', caption: 'Cold' });
    expect(await forms.open(file.id)).toMatchObject({ folder: { id: folder } });
  });

  it('nor where its picture is replaced, which stays', async () => {
    const { second, form, forms } = await opened();
    await forms.replace(form, await pictureBytes({ color: '#fedcba', width: 32 }), {
      caption: 'Cold',
    });
    const file = { alternativeText: 'Two cups', caption: 'Cold', width: 32 };
    expect(await fileOf(second)).toMatchObject(file);
    const third = described(second, { alt: 'Three cups' });
    await send(third);
    expect(await fileOf(third)).toMatchObject({ ...file, alternativeText: 'Three cups' });
  });

  it('nor where that happens while a new picture is on its way to the storage', async () => {
    const { second, forms, id } = await opened();
    const form = await forms.open(id);
    const gate = holdUploads(site);
    const picture = await pictureBytes({ color: '#abcdef', width: 32 });
    const replaced = forms.replace(form, picture, { caption: 'Cold' });
    await gate.reached;
    const third = described(second, { alt: 'Three cups', caption: 'Warm' });
    await send(third);
    gate.open();
    await replaced;
    const file = { alternativeText: 'Three cups', caption: 'Cold', width: 32 };
    expect(await fileOf(third)).toMatchObject(file);
    const fourth = described(third, { alt: 'Four cups' });
    await send(fourth);
    expect(await fileOf(fourth)).toMatchObject({ ...file, alternativeText: 'Four cups' });
  });

  it('nor where code of the site replaces the picture in a transaction of its own', async () => {
    const { second, form, id } = await opened();
    const fileInfo = { ...form, folder: null, caption: 'Cold' };
    await pictureFile((file) =>
      site.strapi.db.transaction(() =>
        site.strapi.plugin('upload').service('upload').replace(id, { data: { fileInfo }, file }),
      ),
    );
    expect(await fileOf(second)).toMatchObject({
      alternativeText: 'Two cups',
      caption: 'Cold',
      width: 32,
    });
  });

  it('keeps what an editor wrote, and a former text that they put back', async () => {
    const { second, form, forms, id } = await opened();
    await forms.save(form, { alternativeText: 'Of the editor' });
    await send(described(second, { alt: 'Three cups' }));
    expect(await fileOf(second)).toMatchObject({ alternativeText: 'Of the editor' });

    await forms.save(await forms.open(id), { alternativeText: 'One cup' });
    await send(described(second, { alt: 'Four cups' }));
    expect(await fileOf(second)).toMatchObject({ alternativeText: 'One cup' });
  });

  it('takes one text put back that was described alone', async () => {
    const { second, forms, id } = await opened({ caption: 'Cold' });
    await forms.save(await forms.open(id), { caption: 'Hot' });
    await send(described(second, { caption: 'Warm' }));
    expect(await fileOf(second)).toMatchObject({ caption: 'Hot' });
  });

  it('takes a former text from a program that says nothing else', async () => {
    const { second, id } = await opened();
    await site.request
      .post('/api/upload')
      .query({ id })
      .set('Authorization', `Bearer ${await site.apiToken()}`)
      .field('fileInfo', JSON.stringify({ alternativeText: 'One cup' }))
      .expect(200);
    expect(await fileOf(second)).toMatchObject({ alternativeText: 'One cup' });
  });

  it('leaves a file that no article brought to whoever saves it', async () => {
    const forms = fileForms(site);
    const form = await forms.upload(await pictureBytes({ color: '#0f0f0f' }), 'own.png');
    await forms.save(form, { alternativeText: 'New' });
    await forms.save(form, { alternativeText: 'Old', caption: 'x' });
    expect(await forms.open(form.id)).toMatchObject({ alternativeText: 'Old', caption: 'x' });
  });
});
