import { PERMISSIONS } from '../permissions';

/** A route of the admin API: signed-in administrators with the permission, nobody else. */
const route = (method: 'GET' | 'POST', path: string, handler: string, permission: string) => ({
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

export default () => ({
  type: 'admin' as const,
  routes: [
    route('GET', '/status', 'status.show', PERMISSIONS.read),
    route('GET', '/deliveries', 'deliveries.find', PERMISSIONS.read),
    route('GET', '/deliveries/:deliveryId', 'deliveries.findOne', PERMISSIONS.read),
    route('GET', '/deliveries/:deliveryId/body', 'deliveries.body', PERMISSIONS.read),
    route('POST', '/deliveries/:deliveryId/redrive', 'deliveries.redrive', PERMISSIONS.redrive),
    route('GET', '/suggestions', 'suggestions.find', PERMISSIONS.read),
    route('POST', '/suggestions/:id/accept', 'suggestions.accept', PERMISSIONS.redrive),
    route('POST', '/suggestions/:id/reject', 'suggestions.reject', PERMISSIONS.redrive),
    route('POST', '/articles/:documentId/release', 'holds.release', PERMISSIONS.redrive),
    route('POST', '/articles/:documentId/discard', 'holds.discard', PERMISSIONS.redrive),
    route('GET', '/tokens', 'tokens.find', PERMISSIONS.manageTokens),
    route('POST', '/tokens', 'tokens.create', PERMISSIONS.manageTokens),
    route('POST', '/tokens/:id/rotate', 'tokens.rotate', PERMISSIONS.manageTokens),
    route('POST', '/tokens/:id/revoke', 'tokens.revoke', PERMISSIONS.manageTokens),
  ],
});
