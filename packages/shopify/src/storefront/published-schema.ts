import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { IntrospectionQuery } from 'graphql';

/**
 * The build copies the file next to the bundle, so that an installed package does not need
 * hydrogen-react.
 */
const COPY = fileURLToPath(new URL('storefront.schema.json', import.meta.url));

/**
 * Reads the Storefront API's introspection result, as Shopify publishes it in
 * `@shopify/hydrogen-react`.
 */
export function readPublishedSchema(): IntrospectionQuery {
  const path = existsSync(COPY)
    ? COPY
    : createRequire(import.meta.url).resolve('@shopify/hydrogen-react/storefront.schema.json');
  return JSON.parse(readFileSync(path, 'utf8'));
}
