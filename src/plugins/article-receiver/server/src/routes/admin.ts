import { PERMISSIONS } from '../permissions';

/** A route of the admin API: signed-in administrators with the permission, nobody else. */
const route = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  handler: string,
  permission: string,
) => ({
  method,
  path,
  handler,
  config: {
    policies: [
      'admin::isAuthenticatedAdmin',
      { name: 'admin::hasPermissions', config: { actions: [permission] } },
    ],
  },
});

export default {
  type: 'admin' as const,
  routes: [
    route('GET', '/status', 'status.show', PERMISSIONS.read),
    route('GET', '/deliveries', 'deliveries.find', PERMISSIONS.read),
    route('GET', '/deliveries/export', 'deliveries.export', PERMISSIONS.read),
    route('GET', '/statistics', 'statistics.show', PERMISSIONS.read),
    route('GET', '/deliveries/:deliveryId', 'deliveries.findOne', PERMISSIONS.read),
    route('GET', '/deliveries/:deliveryId/body', 'deliveries.body', PERMISSIONS.read),
    route('POST', '/deliveries/:deliveryId/redrive', 'deliveries.redrive', PERMISSIONS.redrive),
    route('POST', '/deliveries/:deliveryId/discard', 'deliveries.discard', PERMISSIONS.redrive),
    route('POST', '/deliveries/:deliveryId/decide', 'decisions.decide', PERMISSIONS.redrive),
    route('POST', '/deliveries/redrive', 'rebuild.redrive', PERMISSIONS.redrive),
    route('POST', '/rebuild', 'rebuild.rebuild', PERMISSIONS.redrive),
    route('GET', '/rebuild', 'rebuild.progress', PERMISSIONS.read),
    route('POST', '/rebuild/pause', 'rebuild.pause', PERMISSIONS.redrive),
    route('POST', '/rebuild/resume', 'rebuild.resume', PERMISSIONS.redrive),
    route('POST', '/rebuild/cancel', 'rebuild.cancel', PERMISSIONS.redrive),
    route('GET', '/retention', 'retention.show', PERMISSIONS.read),
    route('GET', '/suggestions', 'suggestions.find', PERMISSIONS.read),
    route('POST', '/suggestions/:id/accept', 'suggestions.accept', PERMISSIONS.redrive),
    route('POST', '/suggestions/:id/reject', 'suggestions.reject', PERMISSIONS.redrive),
    route('GET', '/articles', 'articles.find', PERMISSIONS.read),
    route('GET', '/articles/:documentId', 'holds.find', PERMISSIONS.read),
    route('POST', '/articles/:documentId/release', 'holds.release', PERMISSIONS.redrive),
    route('POST', '/articles/:documentId/discard', 'holds.discard', PERMISSIONS.redrive),
    route('GET', '/settings', 'settings.show', PERMISSIONS.configure),
    route('PUT', '/settings', 'settings.change', PERMISSIONS.configure),
    route('POST', '/settings/pin/clear', 'settings.clearPin', PERMISSIONS.configure),
    route('POST', '/settings/test-delivery', 'settings.test', PERMISSIONS.configure),
    route('POST', '/settings/test-delivery/remove', 'settings.removeTests', PERMISSIONS.configure),
    route('GET', '/metrics', 'metrics.show', PERMISSIONS.exportMetrics),
    route('GET', '/tokens', 'tokens.find', PERMISSIONS.manageTokens),
    route('POST', '/tokens', 'tokens.create', PERMISSIONS.manageTokens),
    route('POST', '/tokens/:id/rotate', 'tokens.rotate', PERMISSIONS.manageTokens),
    route('POST', '/tokens/:id/revoke', 'tokens.revoke', PERMISSIONS.manageTokens),
  ],
};
