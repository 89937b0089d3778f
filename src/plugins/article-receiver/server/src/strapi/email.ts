import type { Core } from '@strapi/types';

interface EmailService {
  send(message: { to: string; subject: string; text: string }): Promise<unknown>;
}

/** Strapi's email service, with the provider and sender that the site has configured. */
export const email = (strapi: Core.Strapi): EmailService =>
  strapi.plugin('email').service<EmailService>('email');
