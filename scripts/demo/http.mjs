/** @typedef {Record<string, unknown>} Json */

/**
 * One JSON request; anything but success is an error that says what was asked and answered.
 * @template [T=Json]
 * @param {string} url
 * @param {{ method?: string, jwt?: string, body?: unknown }} [options]
 * @returns {Promise<T>}
 */
export async function requestJson(url, { method = 'GET', jwt, body } = {}) {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(jwt ? { authorization: `Bearer ${jwt}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
