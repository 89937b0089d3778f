const CLIENT_FAULT = 400;
const SERVER_FAULT = 500;

/** Whether a request failed because the server is away, and not because of what was asked. */
export function isUnanswered(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { status } = error as { status?: unknown };
  const isRefusal = typeof status === 'number' && status >= CLIENT_FAULT && status < SERVER_FAULT;
  return !isRefusal;
}
