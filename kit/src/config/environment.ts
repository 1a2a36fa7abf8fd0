// The environment variables that carry the addresses of a running stack to the dev server, the functions and the test suites.
// ARCHITECTURE.md ("Addresses") documents them. No other module of the kit composes an address.
import { HOST, offsetPorts, type Ports } from './ports.ts';
import { PROJECT_ID } from './repository.ts';

export interface StackAddresses {
  readonly ports: Ports;
  /** Where a browser opens the shop: the dev server in `npm start`, the Hosting emulator in `npm test`. */
  readonly shopUrl: string;
  readonly shopify: boolean;
}

const FUNCTIONS_REGION = 'us-central1';

/** `host:port`, the form of the SDKs' EMULATOR_HOST variables. */
export function hostAndPort(port: number): string {
  return `${HOST}:${port}`;
}

/** Base URL of a server on this machine. */
export function serverUrl(port: number): string {
  return `http://${hostAndPort(port)}`;
}

/** Base URL of the HTTP functions, project and region included. */
export function functionsUrl(ports: Ports): string {
  return `${serverUrl(ports.functions)}/${PROJECT_ID}/${FUNCTIONS_REGION}`;
}

/** URL of the local mail inbox: the emails that production would have sent. */
export function mailInboxUrl(ports: Ports): string {
  return `${functionsUrl(ports)}/inbox`;
}

/** The variables of every process of a stack. The Firebase SDKs read the first four themselves. */
export function stackEnvironment({ ports, shopUrl, shopify }: StackAddresses): Record<string, string> {
  return {
    GCLOUD_PROJECT: PROJECT_ID,
    FIRESTORE_EMULATOR_HOST: hostAndPort(ports.firestore),
    FIREBASE_AUTH_EMULATOR_HOST: hostAndPort(ports.auth),
    FIREBASE_EMULATOR_HUB: hostAndPort(ports.hub),
    SAVEPOINT_PROJECT_ID: PROJECT_ID,
    SAVEPOINT_FUNCTIONS_HOST: hostAndPort(ports.functions),
    SAVEPOINT_FUNCTIONS_URL: functionsUrl(ports),
    SAVEPOINT_HOSTING_URL: serverUrl(ports.hosting),
    SAVEPOINT_SHOP_URL: shopUrl,
    SAVEPOINT_MAIL_URL: mailInboxUrl(ports),
    SAVEPOINT_STRIPE_URL: serverUrl(ports.stripe),
    // The functions treat the presence of this URL as "the product feed is enabled".
    ...(shopify ? { SAVEPOINT_SHOPIFY_URL: serverUrl(ports.shopify) } : {}),
  };
}

/** The variables of the web app's dev server. A production build reads Hosting's `/__/firebase/init.js` instead. */
export function webEnvironment(ports: Ports): Record<string, string> {
  return {
    VITE_PROJECT_ID: PROJECT_ID,
    VITE_FIRESTORE_EMULATOR_HOST: hostAndPort(ports.firestore),
    VITE_AUTH_EMULATOR_HOST: hostAndPort(ports.auth),
    VITE_FUNCTIONS_EMULATOR_HOST: hostAndPort(ports.functions),
  };
}

/** The names of all variables above. */
export const STACK_VARIABLES: readonly string[] = (() => {
  const ports = offsetPorts(0);
  return Object.keys({
    ...stackEnvironment({ ports, shopUrl: '', shopify: true }),
    ...webEnvironment(ports),
  });
})();
