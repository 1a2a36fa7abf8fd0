/**
 * The versions of the API. v1beta1 is what clients before 2019 call: the same messages, and fewer
 * methods.
 */
export declare const API_VERSIONS: readonly ['v1', 'v1beta1'];
export type ApiVersion = (typeof API_VERSIONS)[number];
/** Whether a version of the API has the method, whose name is in lowerCamelCase. */
export declare function hasMethod(version: ApiVersion, method: string): boolean;
/** The name of the gRPC service in a version of the API. */
export declare function serviceName(version: ApiVersion): string;
/** Whether a path segment is a version of the API. */
export declare function isApiVersion(segment: string | undefined): segment is ApiVersion;
