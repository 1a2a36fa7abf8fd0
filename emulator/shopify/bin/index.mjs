// The package's one entry point: the sources where Node can read them, the built files in an installed package.
const built = import.meta.url.includes('/node_modules/');
/** @type {typeof import('../src/server.ts')} */
const server = await import(built ? '../dist/server.js' : '../src/server.ts');
export const { startShopifyEmulator } = server;
