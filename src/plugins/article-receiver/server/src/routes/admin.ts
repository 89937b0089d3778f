import { PERMISSIONS } from '../permissions';
import { refuseNul } from './refuse-nul';
import { refuseUnread } from './refuse-unread';

type Method = 'GET' | 'POST' | 'PUT';

/** A route of the admin API: signed-in administrators with the permission, nobody else. */
const route = (method: Method, path: string, handler: string, permission: string) => ({
  method,
  path,
  handler,
  config: {
    policies: [
      'admin::isAuthenticatedAdmin',
      { name: 'admin::hasPermissions', config: { actions: [permission] } },
    ],
    middlewares: [refuseUnread, refuseNul],
  },
});

/**
 * A route about articles: signed-in administrators. Its controller asks the Content Manager what
 * they may do with the article (see `article-access.ts`).
 */
const articleRoute = (method: Method, path: string, handler: string) => ({
  method,
  path,
  handler,
  config: { policies: ['admin::isAuthenticatedAdmin'], middlewares: [refuseUnread, refuseNul] },
});

export default {
  type: 'admin' as const,
  routes: [
    route('GET', '/status', 'status.show', PERMISSIONS.read),
    route('GET', '/deliveries', 'deliveries.find', PERMISSIONS.read),
    route('GET', '/deliveries/export', 'deliveries.export', PERMISSIONS.read),
    route('GET', '/deliveries/words', 'words.find', PERMISSIONS.read),
    route('GET', '/statistics', 'statistics.show', PERMISSIONS.read),
    route('GET', '/deliveries/:deliveryId', 'deliveries.findOne', PERMISSIONS.read),
    route('GET', '/deliveries/:deliveryId/body', 'deliveries.body', PERMISSIONS.read),
    route('POST', '/deliveries/:deliveryId/redrive', 'deliveries.redrive', PERMISSIONS.redrive),
    route('POST', '/deliveries/:deliveryId/leave', 'deliveries.leave', PERMISSIONS.redrive),
    route('POST', '/deliveries/:deliveryId/discard', 'deliveries.discard', PERMISSIONS.redrive),
    route('POST', '/deliveries/:deliveryId/decide', 'words.decide', PERMISSIONS.redrive),
    route('POST', '/deliveries/leave', 'deliveries.leaveMany', PERMISSIONS.redrive),
    route('POST', '/deliveries/decide', 'words.decideMany', PERMISSIONS.redrive),
    route('POST', '/deliveries/redrive', 'jobs.redrive', PERMISSIONS.redrive),
    route('POST', '/rebuild', 'jobs.rebuild', PERMISSIONS.redrive),
    route('GET', '/rebuild', 'jobs.progress', PERMISSIONS.read),
    route('POST', '/rebuild/pause', 'jobs.pause', PERMISSIONS.redrive),
    route('POST', '/rebuild/resume', 'jobs.resume', PERMISSIONS.redrive),
    route('POST', '/rebuild/cancel', 'jobs.cancel', PERMISSIONS.redrive),
    route('GET', '/retention', 'retention.show', PERMISSIONS.read),
    articleRoute('GET', '/suggestions', 'suggestions.find'),
    articleRoute('POST', '/suggestions/decide', 'suggestions.decide'),
    articleRoute('POST', '/suggestions/:id/accept', 'suggestions.accept'),
    articleRoute('POST', '/suggestions/:id/reject', 'suggestions.reject'),
    articleRoute('GET', '/waiting', 'waiting.find'),
    articleRoute('GET', '/planned', 'planned.find'),
    articleRoute('GET', '/decisions', 'decisions.find'),
    articleRoute('GET', '/dead-links', 'dead-links.find'),
    articleRoute('GET', '/pages', 'pages.find'),
    articleRoute('POST', '/decisions/:id/undo', 'decisions.undo'),
    articleRoute('GET', '/article-type', 'articles.type'),
    articleRoute('GET', '/articles', 'articles.find'),
    articleRoute('GET', '/articles/:documentId', 'articles.findOne'),
    articleRoute('GET', '/articles/:documentId/changes', 'open-forms.changes'),
    route('GET', '/articles/:documentId/versions/:deliveryId', 'versions.find', PERMISSIONS.read),
    route('POST', '/articles/:documentId/versions/:deliveryId', 'versions.use', PERMISSIONS.read),
    articleRoute('POST', '/articles/:documentId/release', 'holds.release'),
    articleRoute('POST', '/articles/:documentId/discard', 'holds.discard'),
    articleRoute('POST', '/articles/:documentId/look-again', 'pages.lookAgain'),
    route('GET', '/settings', 'settings.show', PERMISSIONS.configure),
    route('PUT', '/settings', 'settings.change', PERMISSIONS.configure),
    route('POST', '/settings/pin/clear', 'settings.clearPin', PERMISSIONS.configure),
    route('GET', '/settings/test-delivery', 'settings.countTests', PERMISSIONS.configure),
    route('POST', '/settings/test-delivery', 'settings.test', PERMISSIONS.configure),
    route('POST', '/settings/test-delivery/remove', 'settings.removeTests', PERMISSIONS.configure),
    route('GET', '/metrics', 'metrics.show', PERMISSIONS.exportMetrics),
    route('GET', '/tokens', 'tokens.find', PERMISSIONS.manageTokens),
    route('POST', '/tokens', 'tokens.create', PERMISSIONS.manageTokens),
    route('POST', '/tokens/:id/rotate', 'tokens.rotate', PERMISSIONS.manageTokens),
    route('POST', '/tokens/:id/revoke', 'tokens.revoke', PERMISSIONS.manageTokens),
    route('POST', '/tokens/:id/remove', 'tokens.remove', PERMISSIONS.manageTokens),
  ],
};
