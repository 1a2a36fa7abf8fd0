/**
 * The versions of the API. Clients from before 2019 call v1beta1, which has the same messages but
 * fewer methods.
 */
export const API_VERSIONS = ['v1', 'v1beta1'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** The methods that were added to google.firestore.v1 later. */
const V1_ONLY: ReadonlySet<string> = new Set(['runAggregationQuery', 'executePipeline']);

/** Returns whether a version of the API has the method (in lowerCamelCase). */
export function hasMethod(version: ApiVersion, method: string): boolean {
  return version === 'v1' || !V1_ONLY.has(method);
}

/** The name of the gRPC service in a version of the API. */
export function serviceName(version: ApiVersion): string {
  return `google.firestore.${version}.Firestore`;
}

/** Returns whether a path segment is an API version. */
export function isApiVersion(segment: string | undefined): segment is ApiVersion {
  return API_VERSIONS.some((version) => version === segment);
}
