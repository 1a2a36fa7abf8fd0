/**
 * The versions of the API. v1beta1 is what clients before 2019 call: the same messages, and fewer
 * methods.
 */
export const API_VERSIONS = ['v1', 'v1beta1'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** The methods that were added to google.firestore.v1 later. */
const V1_ONLY: ReadonlySet<string> = new Set(['runAggregationQuery', 'executePipeline']);

/** Whether a version of the API has the method, whose name is in lowerCamelCase. */
export function hasMethod(version: ApiVersion, method: string): boolean {
  return version === 'v1' || !V1_ONLY.has(method);
}

/** The name of the gRPC service in a version of the API. */
export function serviceName(version: ApiVersion): string {
  return `google.firestore.${version}.Firestore`;
}

/** Whether a path segment is a version of the API. */
export function isApiVersion(segment: string | undefined): segment is ApiVersion {
  return API_VERSIONS.some((version) => version === segment);
}
