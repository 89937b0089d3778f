import { defineConfig } from 'astro/config';

const url = (process.env.STRAPI_URL ?? 'http://localhost:1337').replace(/\/+$/, '');
const token = process.env.STRAPI_TOKEN;

/** Where articles were before, and where they are. */
async function readRedirects() {
  const query = 'format=vercel&path=/articles/{slug}';
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(`${url}/api/article-receiver/redirects?${query}`, { headers });
  if (!response.ok) throw new Error(`The redirects cannot be read: ${await response.text()}`);
  const { redirects } = await response.json();
  return Object.fromEntries(redirects.map(({ source, destination }) => [source, destination]));
}

/** Asks for the redirects once, with each build. What is built already needs no Strapi. */
const formerAddresses = {
  name: 'former-addresses',
  hooks: {
    'astro:config:setup': async ({ command, updateConfig }) => {
      if (command !== 'preview') updateConfig({ redirects: await readRedirects() });
    },
  },
};

export default defineConfig({
  output: 'static',
  // Where readers find it: its pages name their addresses there.
  site: process.env.SITE_URL,
  integrations: [formerAddresses],
});
