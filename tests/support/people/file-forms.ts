import type { Site } from '../site/site';

/** A file as the Media Library's dialog shows it. */
interface FileForm {
  id: number;
  name: string;
  alternativeText: string | null;
  caption: string | null;
  focalPoint: object | null;
  folder: { id: number } | null;
}

type Changes = Partial<Omit<FileForm, 'id' | 'folder'>> & { folder?: number };

/** What the dialog sends of a file: all that it has. */
const infoOf = (form: FileForm, changes: Changes) => ({
  alternativeText: form.alternativeText ?? undefined,
  caption: form.caption ?? undefined,
  focalPoint: form.focalPoint,
  folder: form.folder?.id,
  name: form.name,
  ...changes,
});
const asSent = (form: FileForm, changes: Changes): string => JSON.stringify(infoOf(form, changes));

/** The Media Library's dialogs, used as an administrator. */
export function fileForms(site: Site) {
  const authorization = async () => `Bearer ${await site.adminToken()}`;

  async function post(id: number | null, info: string, picture: Buffer | null, name = 'new.png') {
    const request = site.request
      .post('/upload')
      .query(id === null ? {} : { id })
      .set('Authorization', await authorization())
      .field('fileInfo', info);
    const { status, body } = await (picture ? request.attach('files', picture, name) : request);
    if (status >= 300) throw new Error(`the Media Library gave ${status}: ${JSON.stringify(body)}`);
    return body as unknown;
  }

  return {
    async open(id: number): Promise<FileForm> {
      const { body } = await site.request
        .get(`/upload/files/${id}`)
        .set('Authorization', await authorization())
        .expect(200);
      return body as FileForm;
    },

    /** Saves an open dialog, all of it, with what was changed in it. */
    async save(form: FileForm, changes: Changes): Promise<void> {
      await post(form.id, asSent(form, changes), null);
    },

    /** The same of several files at once; each form with what was changed in it. */
    async saveAll(forms: readonly (readonly [FileForm, Changes])[]): Promise<void> {
      const updates = forms.map(([form, changes]) => ({
        id: form.id,
        fileInfo: infoOf(form, changes),
      }));
      await site.request
        .post('/upload/actions/bulk-update')
        .set('Authorization', await authorization())
        .send({ updates })
        .expect(200);
    },

    /** Moves or deletes several files and folders at once. */
    async act(action: 'bulk-move' | 'bulk-delete', data: object): Promise<void> {
      await site.request
        .post(`/upload/actions/${action}`)
        .set('Authorization', await authorization())
        .send(data)
        .expect(200);
    },

    /** The same with another picture, or with a part of its own. */
    async replace(form: FileForm, picture: Buffer, changes: Changes = {}): Promise<void> {
      await post(form.id, asSent(form, changes), picture, form.name);
    },

    async upload(picture: Buffer, name: string): Promise<FileForm> {
      const [file] = (await post(null, JSON.stringify({ name }), picture, name)) as FileForm[];
      if (!file) throw new Error(`no file was made of ${name}`);
      return file;
    },

    async makeFolder(name: string): Promise<number> {
      const { body } = await site.request
        .post('/upload/folders')
        .set('Authorization', await authorization())
        .send({ name, parent: null })
        .expect(201);
      return (body as { data: { id: number } }).data.id;
    },
  };
}
