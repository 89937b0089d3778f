import { useState } from 'react';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { encodedDeep } from '../../utils/encoded-deep';
import { Button } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { url } from '../../services/api';
import type { Selection } from '../../services/deliveries';
import { save } from '../../utils/save';
import { useText } from '../../utils/text';

/** Saves the deliveries that the search and filters leave over, one JSON object a line. */
export function ExportButton({ selection }: { selection: Selection }) {
  const text = useText();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      const params = encodedDeep(selection);
      const address = url('deliveries', 'export');
      const { data } = await get<Blob>(address, { params, responseType: 'blob' });
      save(data, `deliveries-${new Date().toISOString().slice(0, 10)}.ndjson`);
    } catch {
      toggleNotification({ type: 'danger', message: text('error.unknown') });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      variant="tertiary"
      startIcon={<Download />}
      loading={isLoading}
      onClick={() => void download()}
    >
      {text('log.export')}
    </Button>
  );
}
