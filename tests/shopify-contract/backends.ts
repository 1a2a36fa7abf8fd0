// The contract runs against the emulator, and against a development shop when its credentials are
// in the environment. It only reads, so the shop may be in use.

import { createAdminApiClient } from '@shopify/admin-api-client';
import type { ShopifyEmulator, ShopifyEmulatorOptions } from '../../packages/shopify/src/server.ts';
import { startShopifyEmulator } from '../../packages/shopify/src/server.ts';

/** The client of the unmodified SDK. */
export type AdminClient = ReturnType<typeof createAdminApiClient>;

/** The API version that the contract is written for. */
export const API_VERSION = '2026-10';

/** An implementation of the Admin API that the contract holds for. */
export interface Backend {
  readonly name: string;
  readonly available: boolean;
  /** Returns a client, a function that POSTs to the API's host, and the access token. */
  open(): Promise<{
    admin: AdminClient;
    post(path: string, headers: Record<string, string>, body: string): Promise<Response>;
    token: string;
    close(): Promise<void>;
  }>;
}

const DOMAIN = process.env.SHOPIFY_SHOP_DOMAIN ?? '';
const TOKEN = process.env.SHOPIFY_ACCESS_TOKEN ?? '';

/** Why the development shop is skipped, or null. */
export const SHOP_SKIPPED =
  DOMAIN === '' || TOKEN === ''
    ? 'A development shop is skipped: set SHOPIFY_SHOP_DOMAIN and SHOPIFY_ACCESS_TOKEN to run the contract against it.'
    : null;

/** A client whose requests to `https://SHOP_DOMAIN` go to the emulator. */
export function adminClientOf(emulator: ShopifyEmulator, apiVersion = API_VERSION): AdminClient {
  return createAdminApiClient({
    storeDomain: emulator.shopDomain,
    apiVersion,
    accessToken: 'shpat_contract',
    logger: () => {},
    customFetchApi: (url, init) => fetch(new URL(new URL(url).pathname, emulator.url), init),
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
    name: 'the emulator',
    available: true,
    async open() {
      const emulator = await startShopifyEmulator({ products: 30 });
      return {
        admin: adminClientOf(emulator),
        post: postTo(emulator.url),
        token: 'shpat_contract',
        close: () => emulator.close(),
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

/** Runs a query and returns its data; throws when there are errors. */
export async function dataOf<T>(
  client: AdminClient,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<T> {
  const { data, errors } = await client.request<T>(query, { variables });
  if (errors !== undefined || data === undefined) throw new Error(JSON.stringify(errors ?? 'no data'));
  return data;
}

/** Runs a query and returns its first GraphQL error; throws when there is none. */
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
  if (error === undefined) throw new Error('The query was expected to fail.');
  return error;
}

/** An emulator with a client of its Admin API and of its control API. */
export interface EmulatorHarness {
  readonly emulator: ShopifyEmulator;
  readonly admin: AdminClient;
  /** Calls the control API, such as `POST /faults`; throws when the status is not 2xx. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** Starts an emulator. */
export async function startHarness(options: ShopifyEmulatorOptions = {}): Promise<EmulatorHarness> {
  const emulator = await startShopifyEmulator(options);
  return {
    emulator: emulator,
    admin: adminClientOf(emulator),
    async control<T>(method: string, path: string, body: unknown = {}): Promise<T> {
      const response = await fetch(`${emulator.url}/_savepoint${path}`, {
        method,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      });
      const result = (await response.json()) as T;
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(result)}`);
      return result;
    },
    close: () => emulator.close(),
  };
}
