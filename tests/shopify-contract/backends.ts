// Owns what the contract runs against: the stand-in, always, and a development shop when its credentials are in the
// environment. The contract only reads, so it may run against a shop that others use.

import { createAdminApiClient } from '@shopify/admin-api-client';
import type { ShopifyEmulator, ShopifyEmulatorOptions } from '../../emulator/shopify/src/server.ts';
import { startShopifyEmulator } from '../../emulator/shopify/src/server.ts';

/** The unmodified client. */
export type AdminClient = ReturnType<typeof createAdminApiClient>;

/** The version the contract is written in. */
export const API_VERSION = '2026-10';

/** One place the contract must hold. */
export interface Backend {
  readonly name: string;
  readonly available: boolean;
  /** Gives a client, a raw POST to the API's host, and a way to give everything back. */
  open(): Promise<{
    admin: AdminClient;
    post(path: string, headers: Record<string, string>, body: string): Promise<Response>;
    token: string;
    close(): Promise<void>;
  }>;
}

const DOMAIN = process.env.SHOPIFY_SHOP_DOMAIN ?? '';
const TOKEN = process.env.SHOPIFY_ACCESS_TOKEN ?? '';

/** Says why the development shop is left out, or null when it is not. */
export const SHOP_SKIPPED =
  DOMAIN === '' || TOKEN === ''
    ? "A development shop is skipped: set SHOPIFY_SHOP_DOMAIN and SHOPIFY_ACCESS_TOKEN to hold the stand-in's contract against it."
    : null;

/** The client with https over the shop's name turned to a port of this machine. */
export function adminClientOf(standIn: ShopifyEmulator, apiVersion = API_VERSION): AdminClient {
  return createAdminApiClient({
    storeDomain: standIn.shopDomain,
    apiVersion,
    accessToken: 'shpat_contract',
    logger: () => {},
    customFetchApi: (url, init) => fetch(new URL(new URL(url).pathname, standIn.url), init),
  });
}

function postTo(
  base: string,
): (path: string, headers: Record<string, string>, body: string) => Promise<Response> {
  return (path, headers, body) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
}

export const BACKENDS: readonly Backend[] = [
  {
    name: 'the stand-in',
    available: true,
    async open() {
      const standIn = await startShopifyEmulator({ products: 30 });
      return {
        admin: adminClientOf(standIn),
        post: postTo(standIn.url),
        token: 'shpat_contract',
        close: () => standIn.close(),
      };
    },
  },
  {
    name: 'a development shop',
    available: SHOP_SKIPPED === null,
    async open() {
      const admin = createAdminApiClient({
        storeDomain: DOMAIN,
        apiVersion: API_VERSION,
        accessToken: TOKEN,
      });
      return { admin, post: postTo(`https://${DOMAIN}`), token: TOKEN, close: async () => {} };
    },
  },
];

/** The data of an answer; throws when there are errors. */
export async function dataOf<T>(
  client: AdminClient,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<T> {
  const { data, errors } = await client.request<T>(query, { variables });
  if (errors !== undefined || data === undefined) throw new Error(JSON.stringify(errors ?? 'no data'));
  return data;
}

/** The first GraphQL error of an answer. */
export async function errorOf(
  client: AdminClient,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<{
  readonly message: string;
  readonly path?: unknown;
  readonly extensions?: Record<string, unknown> | undefined;
}> {
  const { errors } = await client.request(query, { variables });
  const [error] = errors?.graphQLErrors ?? [];
  if (error === undefined) throw new Error('Expected the API to refuse.');
  return error;
}

/** A stand-in with a client and its control API. */
export interface EmulatorHarness {
  readonly emulator: ShopifyEmulator;
  readonly admin: AdminClient;
  /** Calls the control API; throws when it refuses. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** Starts one. */
export async function startHarness(options: ShopifyEmulatorOptions = {}): Promise<EmulatorHarness> {
  const standIn = await startShopifyEmulator(options);
  return {
    emulator: standIn,
    admin: adminClientOf(standIn),
    async control<T>(method: string, path: string, body: unknown = {}): Promise<T> {
      const response = await fetch(`${standIn.url}/_savepoint${path}`, {
        method,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as T;
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      return answer;
    },
    close: () => standIn.close(),
  };
}
