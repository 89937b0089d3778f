import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { ReceiverIcon } from './components/ReceiverIcon';
import { labelForm, languageOf, learnLabels, type EditView } from './fields/labels';
import { registerFields } from './fields/register-fields';
import { formatColumns, type ListView } from './list/article-columns';
import { WaitingButton } from './list/WaitingButton';
import { shortMenu } from './menu/supporting-types';
import { SupportingTypes } from './menu/SupportingTypes';
import { FoldedBadge } from './panel/FoldedBadge';
import { OriginPanel } from './panel/OriginPanel';
import { sendOpened } from './panel/open-form/send-opened';
import { CONFIGURE, DECIDE, EDIT_ENTRIES, MANAGE_TOKENS, READ } from './permissions';
import { readLateAgain } from './services/read-late';
import { message, prefixed } from './wording/text';

/** Whether the Content Manager is there and takes panels: a site can disable it. */
function takesPanels(apis: unknown): apis is { addEditViewSidePanel(panels: unknown[]): void } {
  return typeof apis === 'object' && apis !== null && 'addEditViewSidePanel' in apis;
}

const LIST_HOOK = 'Admin/CM/pages/ListView/inject-column-in-table';
const MENU_HOOK = 'Admin/CM/pages/App/mutate-collection-types-links';
const FORM_HOOK = 'Admin/CM/pages/EditView/mutate-edit-view-layout';

/** The panel as a whole, which hooks ask for the language: it is there once it renders. */
let panel: Pick<StrapiApp, 'store'> = { store: null };

export default {
  register(app: StrapiApp): void {
    panel = app;
    registerFields(app);
    app.addMiddlewares([readLateAgain]);
    app.registerPlugin({ id: PLUGIN_ID, name: PLUGIN_ID });
    app.addMenuLink({
      to: `plugins/${PLUGIN_ID}`,
      icon: ReceiverIcon,
      intlLabel: message('plugin.name'),
      permissions: [...READ, ...DECIDE],
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
    app.widgets.register({
      id: 'waiting',
      pluginId: PLUGIN_ID,
      icon: ReceiverIcon,
      title: message('tabs.waiting'),
      link: { label: message('waiting.all'), href: `/plugins/${PLUGIN_ID}/waiting` },
      // Strapi shows a widget to whoever has as many permissions as are listed (5.54.0: HomePage.tsx).
      permissions: EDIT_ENTRIES,
      component: async () => (await import('./widget/WaitingWidget')).WaitingWidget,
    });
    app.widgets.register({
      id: 'deliveries',
      pluginId: PLUGIN_ID,
      icon: ReceiverIcon,
      title: message('widget.title'),
      link: { label: message('widget.link'), href: `/plugins/${PLUGIN_ID}` },
      permissions: READ,
      component: async () => (await import('./widget/DeliveriesWidget')).DeliveriesWidget,
    });
  },

  bootstrap(app: Pick<StrapiApp, 'getPlugin' | 'registerHook'>): void {
    app.registerHook(LIST_HOOK, (view: ListView) => formatColumns(view, languageOf(panel)));
    app.registerHook(MENU_HOOK, shortMenu);
    app.registerHook(FORM_HOOK, (view: EditView) => labelForm(view, languageOf(panel)));
    const contentManager = app.getPlugin('content-manager');
    contentManager?.injectComponent('listView', 'actions', {
      name: `${PLUGIN_ID}-supporting-types`,
      Component: SupportingTypes,
    });
    contentManager?.injectComponent('listView', 'actions', {
      name: `${PLUGIN_ID}-waiting`,
      Component: WaitingButton,
    });
    contentManager?.injectComponent('editView', 'right-links', {
      name: `${PLUGIN_ID}-folded-badge`,
      Component: FoldedBadge,
    });
    const apis: unknown = contentManager?.apis;
    if (!takesPanels(apis)) return;
    apis.addEditViewSidePanel([OriginPanel]);
    sendOpened();
  },

  async registerTrads({ locales }: { locales: string[] }) {
    return Promise.all(
      locales.map(async (locale) => {
        try {
          const { default: messages } = (await import(`./translations/${locale}.json`)) as {
            default: Record<string, string>;
          };
          learnLabels(locale, messages);
          return { locale, data: prefixed(messages) };
        } catch {
          // Strapi speaks languages that the plugin does not; its English default shows there.
          return { locale, data: {} };
        }
      }),
    );
  },
};
