import type { Site } from '../site/site';

interface Provider {
  upload(file: unknown): Promise<unknown>;
  replace(file: unknown, old: unknown): Promise<unknown>;
}

/** The storage of a site, which takes nothing until it is let. */
export interface UploadGate {
  /** Resolves when the first upload waits at it. */
  reached: Promise<void>;
  /** Lets those through that wait, and all that come later. */
  open(): void;
}

/** Holds up every upload of a site, and every picture that replaces another: to make a race where it would have to be hoped for. */
export function holdUploads({ strapi }: Site): UploadGate {
  const provider = strapi.plugin('upload').service<Provider>('provider');
  const upload = provider.upload.bind(provider);
  const replace = provider.replace.bind(provider);
  let arrive = () => {};
  let open = () => {};
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  provider.upload = async (file) => {
    arrive();
    await opened;
    return upload(file);
  };
  provider.replace = async (file, old) => {
    arrive();
    await opened;
    return replace(file, old);
  };
  return {
    reached,
    open: () => {
      Object.assign(provider, { upload, replace });
      open();
    },
  };
}
