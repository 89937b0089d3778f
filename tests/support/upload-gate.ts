import type { Site } from './site';

interface Provider {
  upload(file: unknown): Promise<unknown>;
}

/** The storage of a site, which takes nothing until it is let. */
export interface UploadGate {
  /** Resolves when the first upload waits at it. */
  reached: Promise<void>;
  /** Lets those through that wait, and all that come later. */
  open(): void;
}

/** Holds up every upload of a site: to make a race where it would have to be hoped for. */
export function holdUploads({ strapi }: Site): UploadGate {
  const provider = strapi.plugin('upload').service<Provider>('provider');
  const upload = provider.upload.bind(provider);
  let arrive = () => {};
  let open = () => {};
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  provider.upload = async (file) => {
    arrive();
    await opened;
    return upload(file);
  };
  return {
    reached,
    open: () => {
      provider.upload = upload;
      open();
    },
  };
}
