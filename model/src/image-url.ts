export const IMAGE_URL_LENGTH_MAX = 2000;

/** https, or a path on this origin. Never `javascript:`, `data:`, or another host through `//`. */
const IMAGE_URL = /^(https:\/\/[^\p{Z}\p{Cc}"'<>]+|\/[^/\p{Z}\p{Cc}"'<>\\][^\p{Z}\p{Cc}"'<>\\]*)$/u;
/** Images of an emulator on this machine. */
const LOOPBACK_IMAGE_URL = /^http:\/\/127\.0\.0\.1(:[0-9]{1,5})?\/[^\p{Z}\p{Cc}"'<>]*$/u;

let isLoopbackAllowed = false;

/**
 * Allows or forbids http images of local emulators. Only local callers allow them: functions of
 * projects with an id that starts with `demo-`, which exist in emulators only, and the web app on
 * loopback origins.
 */
export function allowLoopbackImages(isAllowed: boolean): void {
  isLoopbackAllowed = isAllowed;
}

/** True for URLs that images may have. `isImageUrl` in firestore.rules is the same rule. */
export function isImageUrl(value: string): boolean {
  return IMAGE_URL.test(value) || (isLoopbackAllowed && LOOPBACK_IMAGE_URL.test(value));
}
