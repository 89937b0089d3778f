import { useState } from 'react';
import { isFetchError, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { save } from '../utils/save';
import { useText } from '../wording/text';

const GONE = 410;

/**
 * A delivery's exact body, fetched once and only when asked for. Kept here and not in the store,
 * because it may be many megabytes.
 */
export function useBody(deliveryId: string) {
  const text = useText();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const [blob, setBlob] = useState<Blob | null>(null);
  const [body, setBody] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);

  const load = async (): Promise<Blob | null> => {
    if (blob) return blob;
    setLoading(true);
    try {
      const path = `/${PLUGIN_ID}/deliveries/${encodeURIComponent(deliveryId)}/body`;
      const { data } = await get(path, { responseType: 'blob' });
      setBlob(data);
      return data;
    } catch (error) {
      const isGone = isFetchError(error) && error.status === GONE;
      toggleNotification({ type: 'danger', message: text(isGone ? 'body.gone' : 'error.unknown') });
      return null;
    } finally {
      setLoading(false);
    }
  };

  return {
    /** Null until it is shown. */
    body,
    isLoading,
    show: async () => setBody((await (await load())?.text()) ?? null),
    download: async () => {
      const loaded = await load();
      if (loaded) save(loaded, `${deliveryId}.json`);
    },
  };
}
