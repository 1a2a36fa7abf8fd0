// What the development kit must know of the shop beyond firebase.json. packages/savepoint/README.md
// explains each field.
import { type AccountConfig, defineConfig } from 'savepoint';

const now = new Date();

/**
 * An account with the documents that registering in the shop, and being granted a role by an owner,
 * would have written.
 */
function account(
  name: string,
  {
    uid = `test-${name}`,
    displayName = `Test ${name}`,
    role,
  }: { uid?: string; displayName?: string; role?: string },
  label?: string,
): AccountConfig {
  const email = `${name}@example.com`;
  const user = {
    uid,
    email,
    displayName,
    createdAt: now,
    updatedAt: now,
    cart: [],
    orders: [],
    wishlist: [],
  };
  return {
    uid,
    email,
    password: `${name}-pass-1`,
    displayName,
    claims: role === undefined ? {} : { role },
    documents: {
      [`users/${uid}`]: user,
      ...(role !== undefined && { [`staff/${uid}`]: { email, role, changedAt: now.toISOString() } }),
    },
    ...(label !== undefined && { label }),
  };
}

export default defineConfig({
  name: 'The shop',
  project: 'demo-savepoint',
  requireIndexes: true,
  limits: 'warn',
  expectedHotspots: {
    'rateLimits/*':
      'a bucket is written often only by a network that is refused for it; slowing it down does no harm',
    'syncState/lease': 'one sync at a time renews it, a page of products each; tests run one after another',
    'products/*': 'tests review and save one product faster than people do',
  },
  build: {
    functions: {
      inputs: [
        'functions/src',
        'model/src',
        'functions/package.json',
        'package-lock.json',
        // The bundle contains a copy of the web build's output for the functions that render HTML.
        'web/dist/server/route-chunks.json',
      ],
    },
    hosting: {
      command: 'node build.ts',
      folder: 'web',
      inputs: [
        ...['src', 'public', 'index.html', 'vite.config.ts', 'build.ts', 'robots.ts', 'package.json'].map(
          (name) => `web/${name}`,
        ),
        'model/src',
      ],
      output: 'web/dist/server/route-chunks.json',
    },
  },
  web: {
    command:
      'exec node ../node_modules/vite/bin/vite.js --host {host} --port {port} --strictPort --clearScreen false',
    folder: 'web',
    port: 5173,
    title: 'Shop',
    signInPath: '/#customToken=',
    note: 'open this one; changes in web/ show at once',
    // A production build reads Hosting's `/__/firebase/init.js` instead.
    env: {
      VITE_PROJECT_ID: '{project}',
      VITE_FIRESTORE_EMULATOR_HOST: '{firestore}',
      VITE_AUTH_EMULATOR_HOST: '{auth}',
      VITE_FUNCTIONS_EMULATOR_HOST: '{functions}',
      VITE_STORAGE_EMULATOR_HOST: '{storage}',
    },
  },
  seed: {
    command: 'exec node seed/src/main.ts --seed --if-empty',
    accounts: [
      account('shopper', { displayName: 'Sam Shopper' }, 'shopper'),
      account('admin', { displayName: 'Ada Admin', role: 'owner' }, 'owner'),
      ...['packer', 'editor', 'support'].map((role) => account(role, { role })),
    ],
  },
  services: {
    stripe: {
      command:
        'STRIPE_WEBHOOK_SECRET={secret.STRIPE_WEBHOOK_SECRET} exec node src/main.ts --port {port} --webhook-url {functions.url}/{project}/us-central1/stripeWebhook --frame-ancestor {studio.url}',
      folder: 'packages/stripe',
      port: 4242,
      env: { SAVEPOINT_STRIPE_URL: '{url}' },
      title: 'Stripe',
      note: 'payments emulator: card 4242 4242 4242 4242',
      frame: true,
    },
    shopify: {
      command:
        'SHOPIFY_API_SECRET={secret.SHOPIFY_WEBHOOK_SECRET} exec node src/main.ts --port {port} --shop-domain savepoint.myshopify.com --webhook-url {functions.url}/{project}/us-central1/shopifyWebhook --frame-ancestor {studio.url}',
      folder: 'packages/shopify',
      port: 4243,
      // The functions treat the presence of this URL as "the product feed is enabled".
      env: { SAVEPOINT_SHOPIFY_URL: '{url}' },
      optional: true,
      title: 'Shopify',
      note: 'product feed emulator',
      frame: true,
    },
  },
  env: {
    SAVEPOINT_PROJECT_ID: '{project}',
    // The catalog that the seed loads, also when the stack is reset.
    SAVEPOINT_CATALOGUE: process.env.SAVEPOINT_CATALOGUE ?? 'sample',
    SAVEPOINT_FUNCTIONS_HOST: '{functions}',
    SAVEPOINT_FUNCTIONS_URL: '{functions.url}/{project}/us-central1',
    SAVEPOINT_HOSTING_URL: '{hosting.url}',
    SAVEPOINT_SHOP_URL: '{app.url}',
    SAVEPOINT_STUDIO_URL: '{studio.url}',
    SAVEPOINT_MAIL_URL: '{functions.url}/{project}/us-central1/inbox',
  },
  links: [
    {
      title: 'Mail inbox',
      url: '{functions.url}/{project}/us-central1/inbox',
      note: 'emails that production would have sent',
      frame: true,
    },
  ],
  deploy: { pages: ['shell.html'] },
});
