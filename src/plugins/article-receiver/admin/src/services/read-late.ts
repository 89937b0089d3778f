import type { StrapiApp } from '@strapi/strapi/admin';
import { api } from './api';

type Middleware = ReturnType<Parameters<StrapiApp['addMiddlewares']>[0][number]>;
type Action = Parameters<Parameters<Middleware>[0]['dispatch']>[0];

/** What RTK Query says of the requests that it makes (1.9.7: buildThunks.ts), as far as it matters here. */
interface Said {
  type: string;
  meta: {
    arg: Asked & { queryCacheKey: string };
    /** Of a read that was not begun: there is one on its way already. */
    condition?: boolean;
  };
}

interface Asked {
  endpointName: string;
  originalArgs: unknown;
}

/** What the store keeps of one read. */
interface Kept {
  status: string;
  endpointName?: string;
}

interface Endpoint {
  initiate(args: unknown, options: { forceRefetch: true; subscribe: false }): Action;
}

const CHANGED = `${api.reducerPath}/executeMutation/fulfilled`;
const READ = ['fulfilled', 'rejected'].map((how) => `${api.reducerPath}/executeQuery/${how}`);

/**
 * Reads again what was on its way here while something was changed: its answer may be older than the
 * change. RTK Query reads again what it has, and does nothing about what it is waiting for
 * (https://github.com/reduxjs/redux-toolkit/issues/2444).
 */
export const readLateAgain = (): Middleware => {
  const late = new Set<string>();
  return ({ dispatch, getState }) =>
    (next) =>
    (action: Said) => {
      if (action.type === CHANGED) for (const key of awaited(getState())) late.add(key);
      const result: unknown = next(action);
      const isAnswered = READ.includes(action.type) && !action.meta.condition;
      if (isAnswered && late.delete(action.meta.arg.queryCacheKey)) {
        const again = readAgain(action.meta.arg);
        if (again) dispatch(again);
      }
      return result;
    };
};

function readAgain({ endpointName, originalArgs }: Asked) {
  const endpoint = (api.endpoints as unknown as Record<string, Endpoint>)[endpointName];
  return endpoint?.initiate(originalArgs, { forceRefetch: true, subscribe: false });
}

/** Strapi's own reads are left to Strapi: it fills its forms anew with them. */
const isOurs = ({ endpointName }: Kept): boolean => endpointName?.includes('Receiver') ?? false;

function awaited(state: unknown): string[] {
  const { queries } = (state as Record<string, { queries: Record<string, Kept> }>)[
    api.reducerPath
  ] ?? { queries: {} };
  return Object.entries(queries).flatMap(([key, kept]) =>
    kept.status === 'pending' && isOurs(kept) ? [key] : [],
  );
}
