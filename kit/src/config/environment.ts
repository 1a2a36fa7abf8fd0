// Owns the names under which addresses of a running stack travel: from the kit to the web app's dev server, the functions' workers and
// the test suites. ARCHITECTURE.md ("Addresses") documents them. It must not start anything.
import { HOST, offsetPorts, type Ports } from './ports.ts';
import { PROJECT_ID } from './repository.ts';

export interface StackAddresses {
  readonly ports: Ports;
  /** Where a browser opens the shop: the dev server in `start`, the Hosting emulator in `test`. */
  readonly shopUrl: string;
  readonly shopify: boolean;
}

export const FUNCTIONS_REGION = 'us-central1';

export function serverUrl(port: number): string {
  return `http://${HOST}:${port}`;
}

export function functionsUrl(ports: Ports): string {
  return `${serverUrl(ports.functions)}/${PROJECT_ID}/${FUNCTIONS_REGION}`;
}

/** The local inbox: letters that production would have sent. */
export function mailInboxUrl(ports: Ports): string {
  return `${functionsUrl(ports)}/inbox`;
}

/** What every process of a stack is given. SDKs know the first four names themselves. */
export function stackEnvironment({ ports, shopUrl, shopify }: StackAddresses): Record<string, string> {
  return {
    GCLOUD_PROJECT: PROJECT_ID,
    FIRESTORE_EMULATOR_HOST: `${HOST}:${ports.firestore}`,
    FIREBASE_AUTH_EMULATOR_HOST: `${HOST}:${ports.auth}`,
    FIREBASE_EMULATOR_HUB: `${HOST}:${ports.hub}`,
    SAVEPOINT_PROJECT_ID: PROJECT_ID,
    SAVEPOINT_FUNCTIONS_HOST: `${HOST}:${ports.functions}`,
    SAVEPOINT_FUNCTIONS_URL: functionsUrl(ports),
    SAVEPOINT_HOSTING_URL: serverUrl(ports.hosting),
    SAVEPOINT_SHOP_URL: shopUrl,
    SAVEPOINT_MAIL_URL: mailInboxUrl(ports),
    SAVEPOINT_STRIPE_URL: serverUrl(ports.stripe),
    // The functions take an address as word that the product feed is switched on.
    ...(shopify ? { SAVEPOINT_SHOPIFY_URL: serverUrl(ports.shopify) } : {}),
  };
}

/** What the web app's dev server is given; a production build reads the same from Hosting's init address instead. */
export function webEnvironment(ports: Ports): Record<string, string> {
  return {
    VITE_PROJECT_ID: PROJECT_ID,
    VITE_FIRESTORE_EMULATOR_HOST: `${HOST}:${ports.firestore}`,
    VITE_AUTH_EMULATOR_HOST: `${HOST}:${ports.auth}`,
    VITE_FUNCTIONS_EMULATOR_HOST: `${HOST}:${ports.functions}`,
  };
}

/** Every name under which a process can learn a stack's addresses. */
export const STACK_VARIABLES: readonly string[] = (() => {
  const ports = offsetPorts(0);
  return Object.keys({
    ...stackEnvironment({ ports, shopUrl: '', shopify: true }),
    ...webEnvironment(ports),
  });
})();
