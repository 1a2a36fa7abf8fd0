import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react';
import { type ApiError, type ApiRequest, send } from './client.ts';

/** An error in the store: plain data. */
export interface StoredError {
  readonly status: number;
  readonly message: string;
}

const baseQuery: BaseQueryFn<Omit<ApiRequest, 'signal'>, unknown, StoredError> = async (
  request,
  { signal },
) => {
  try {
    return { data: await send({ ...request, signal }) };
  } catch (error) {
    const { status = 0, message } = error as ApiError;
    return { error: { status, message } };
  }
};

/** The cache of everything that Studio shows. Pages add their endpoints to it. */
export const stackApi = createApi({
  baseQuery,
  tagTypes: [
    'Accounts',
    'Codes',
    'Document',
    'Collections',
    'Files',
    'Snapshots',
    'Rules',
    'Servers',
    'Messages',
    'Config',
  ],
  keepUnusedDataFor: 30,
  endpoints: (build) => ({
    getStack: build.query<Stack, void>({ query: () => ({ path: 'stack' }), keepUnusedDataFor: 3600 }),
  }),
});

export const { useGetStackQuery } = stackApi;

interface Part {
  readonly url: string;
}

/** A page of another server of the stack. */
export interface Service {
  readonly name: string;
  readonly label: string;
  readonly url: string;
  /** True if the page allows Studio to show it in a frame. */
  readonly hasFrame: boolean;
}

/** An instance of the Realtime Database. `rulesFile` is empty without rules. */
interface DatabaseInstance {
  readonly namespace: string;
  readonly rulesFile: string;
}

/** The stack as described by the server. Parts that do not run are null. */
export interface Stack {
  readonly projectId: string;
  readonly folder: string;
  /** The app under development. `signInUrl` followed by a custom token opens it as an account. */
  readonly app: { readonly label: string; readonly signInUrl: string } | null;
  readonly firestore: (Part & { readonly rulesFile: string; readonly requestsUrl?: string }) | null;
  readonly auth: Part | null;
  readonly storage: (Part & { readonly rulesFile: string }) | null;
  /** The default instance, and all instances with rules. */
  readonly database: (Part & DatabaseInstance & { readonly instances: readonly DatabaseInstance[] }) | null;
  readonly functions: Part | null;
  readonly messaging: Part | null;
  readonly remoteConfig: Part | null;
  /** The paths that Hosting rewrites to functions. */
  readonly hosting: {
    readonly rewrites: readonly { readonly source: string; readonly function: string }[];
  } | null;
  readonly mail: Part | null;
  readonly services: readonly Service[];
  readonly eventLog: Part | null;
  readonly hasCommands: boolean;
  /** True if the command `seed` has something to load. */
  readonly hasSeed: boolean;
}
