import { join } from 'node:path';
import { readDatabase } from '../support/databases/database-trouble';
import { makeDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { quietly } from '../support/log-lines';
import { contentManager } from '../support/people/content-manager';
import { fileForms } from '../support/people/file-forms';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const ARTICLE = 'plugin::article-receiver.article';

describe('what an editor saves', () => {
  let site: Site;
  let forms: ReturnType<typeof contentManager>;

  beforeAll(async () => {
    site = await bootSite();
    forms = contentManager(site, ARTICLE);
  });
  afterAll(() => site?.destroy());

  async function opened(title: string) {
    const delivery = makeDelivery({ article: { title } });
    await arrive(site, delivery);
    const draft = await site.strapi
      .documents(ARTICLE as never)
      .findFirst({ filters: { title } } as never);
    return forms.open(draft?.documentId ?? '');
  }

  it('is not called saved where the database does not commit it', async () => {
    const form = await opened('Read meanwhile');
    const events: string[] = [];
    const note = async ({ entry }: { entry: { title: string } }) => void events.push(entry.title);
    site.strapi.eventHub.on('entry.update', note);
    // A backup, for longer than SQLite waits.
    const backup = readDatabase(join(site.directory, 'data.db'));
    try {
      await quietly(site, () =>
        expect(forms.save(form, { title: 'Not committed' })).rejects.toThrow('saving gave 500'),
      );
    } finally {
      backup.undo();
    }
    expect((await forms.open(form.documentId)).title).toBe('Read meanwhile');
    await forms.save(form, { title: 'Committed' });
    expect((await forms.open(form.documentId)).title).toBe('Committed');
    site.strapi.eventHub.off('entry.update', note);
    expect(events).not.toContain('Not committed');
  });

  it('is not called moved either', async () => {
    const library = fileForms(site);
    const folder = await library.makeFolder('Elsewhere');
    await arrive(site, makeDelivery({ article: { images: [await makeImage()] } }));
    const files = site.strapi.db.query('plugin::upload.file');
    const folderOf = async (id: number) =>
      ((await files.findOne({ where: { id }, populate: ['folder'] })) as { folder: { id: number } })
        .folder.id;
    const { id } = (await files.findOne({})) as { id: number };
    const before = await folderOf(id);
    const move = () => library.act('bulk-move', { fileIds: [id], destinationFolderId: folder });
    const backup = readDatabase(join(site.directory, 'data.db'));
    try {
      await quietly(site, () => expect(move()).rejects.toThrow('500'));
    } finally {
      backup.undo();
    }
    expect(await folderOf(id)).toBe(before);
    await move();
    expect(await folderOf(id)).toBe(folder);
  });

  it('is saved though a listener fails, and the site goes on', async () => {
    const form = await opened('Listened to');
    const fail = () => Promise.reject(new Error('its own service'));
    let isSaid = false;
    const note = ({ message }: { message?: string }) => {
      isSaid ||= /could not be sent after a commit: its own service/.test(message ?? '');
    };
    const { eventHub, log } = site.strapi;
    eventHub.on('entry.update', fail);
    log.on('data', note);
    await quietly(site, async () => {
      await forms.save(form, { title: 'Heard' });
      await until('it to be said', () => isSaid);
    });
    log.off('data', note);
    eventHub.off('entry.update', fail);
    expect((await forms.open(form.documentId)).title).toBe('Heard');
  });
});
