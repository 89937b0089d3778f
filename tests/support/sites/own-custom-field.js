'use strict';

/** A site whose own code registers a custom field, which Strapi lets it do after all plugins. */
module.exports = {
  register({ strapi }) {
    strapi.customFields.register({ name: 'colour', type: 'string' });
  },
};
