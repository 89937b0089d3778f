import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { ReceiverIcon } from './components/ReceiverIcon';
import { formatAttention } from './list/attention-column';
import { OriginPanel } from './panel/OriginPanel';
import { CONFIGURE, MANAGE_TOKENS, READ } from './permissions';
import { message, prefixed } from './utils/text';

/** Whether the Content Manager is there and takes panels: a site can disable it. */
function takesPanels(apis: unknown): apis is { addEditViewSidePanel(panels: unknown[]): void } {
  return typeof apis === 'object' && apis !== null && 'addEditViewSidePanel' in apis;
}

export default {
  register(app: StrapiApp): void {
    app.registerPlugin({ id: PLUGIN_ID, name: PLUGIN_ID });
    app.addMenuLink({
      to: `plugins/${PLUGIN_ID}`,
      icon: ReceiverIcon,
      intlLabel: message('plugin.name'),
      permissions: READ,
      Component: () => import('./pages/App'),
    });
    app.addSettingsLink({ id: PLUGIN_ID, intlLabel: message('settings.section') }, [
      {
        id: `${PLUGIN_ID}-connection`,
        to: `${PLUGIN_ID}/connection`,
        intlLabel: message('connection.title'),
        permissions: [...CONFIGURE, ...MANAGE_TOKENS],
        Component: () => import('./pages/settings/ConnectionPage'),
      },
      {
        id: `${PLUGIN_ID}-configuration`,
        to: `${PLUGIN_ID}/configuration`,
        intlLabel: message('settings.title'),
        permissions: CONFIGURE,
        Component: () => import('./pages/settings/ConfigurationPage'),
      },
    ]);
    // Strapi before 5.13 has no widgets.
    if ('widgets' in app) {
      app.widgets.register({
        id: 'deliveries',
        pluginId: PLUGIN_ID,
        icon: ReceiverIcon,
        title: message('widget.title'),
        link: { label: message('widget.link'), href: `/plugins/${PLUGIN_ID}` },
        permissions: READ,
        component: async () => (await import('./widget/DeliveriesWidget')).DeliveriesWidget,
      });
    }
  },

  bootstrap(app: Pick<StrapiApp, 'getPlugin' | 'registerHook'>): void {
    app.registerHook('Admin/CM/pages/ListView/inject-column-in-table', formatAttention);
    const apis: unknown = app.getPlugin('content-manager')?.apis;
    if (takesPanels(apis)) apis.addEditViewSidePanel([OriginPanel]);
  },

  async registerTrads({ locales }: { locales: string[] }) {
    return Promise.all(
      locales.map(async (locale) => {
        try {
          const { default: messages } = (await import(`./translations/${locale}.json`)) as {
            default: Record<string, string>;
          };
          return { locale, data: prefixed(messages) };
        } catch {
          // Strapi speaks languages that the plugin does not; its English default shows there.
          return { locale, data: {} };
        }
      }),
    );
  },
};
