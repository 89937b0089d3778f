import { API, headers } from '../strapi';

/** The list of articles for language models, as Strapi has it. */
export async function GET(): Promise<Response> {
  const response = await fetch(`${API}/article-receiver/llms.txt`, { headers });
  if (!response.ok) console.warn(`There is no llms.txt: ${await response.text()}`);
  const text = response.ok ? await response.text() : '';
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
