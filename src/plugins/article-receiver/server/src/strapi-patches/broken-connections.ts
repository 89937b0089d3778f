import type { Core } from '@strapi/types';
import { isUnreachable } from '../database/transient';
import { adapt, isFunction } from './adapt';

/**
 * Lets a process live when a connection to the database breaks off while it is made, as when the server is started
 * anew. Strapi prepares each new one with a statement or two, and catches nothing (`afterCreate` of its database
 * package, 5.17 to 5.54): Node ends the process for that, with whatever it was taking in. Left to the pool, such a
 * connection is thrown away as soon as somebody asks for it. A crash of the same kind, elsewhere in Strapi:
 * https://github.com/strapi/strapi/issues/17701.
 */
export function surviveBrokenConnections(strapi: Core.Strapi): void {
  const { dialect } = strapi.db;
  adapt(strapi, {
    what: "Strapi's way to prepare a connection to the database (dialect.initialize)",
    without: 'a connection that breaks off at that moment ends the process',
    isKnown: isFunction(dialect?.initialize),
    apply: () => {
      const initialize = dialect.initialize.bind(dialect);
      dialect.initialize = async (connection) => {
        try {
          await initialize(connection);
        } catch (error) {
          if (!isUnreachable(error)) throw error;
        }
      };
    },
  });
}
