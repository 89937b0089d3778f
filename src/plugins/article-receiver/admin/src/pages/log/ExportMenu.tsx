import { useState } from 'react';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { Menu } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { encodedDeep } from '../../utils/encoded-deep';
import { url } from '../../services/api';
import type { Selection } from '../../services/deliveries';
import { save } from '../../utils/save';
import { useText } from '../../wording/text';

const FORMATS = ['csv', 'ndjson'] as const;

/** Saves the deliveries that the search and filters leave over, in a form to choose. */
export function ExportMenu({ selection }: { selection: Selection }) {
  const text = useText();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const [isLoading, setLoading] = useState(false);
  const download = async (format: (typeof FORMATS)[number]) => {
    if (isLoading) return;
    setLoading(true);
    try {
      const params = encodedDeep({ ...selection, format });
      const address = url('deliveries', 'export');
      const { data } = await get<Blob>(address, { params, responseType: 'blob' });
      save(data, `deliveries-${new Date().toISOString().slice(0, 10)}.${format}`);
    } catch {
      toggleNotification({ type: 'danger', message: text('error.unknown') });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Menu.Root>
      {/* Not disabled meanwhile, as it would lose the focus. */}
      <Menu.Trigger variant="tertiary" size="S" startIcon={<Download />} aria-disabled={isLoading}>
        {text('log.export')}
      </Menu.Trigger>
      <Menu.Content popoverPlacement="bottom-end">
        {FORMATS.map((format) => (
          <Menu.Item key={format} onSelect={() => void download(format)}>
            {text(`log.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.Root>
  );
}
