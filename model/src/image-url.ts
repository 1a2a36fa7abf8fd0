// Owns which addresses a picture may have.

/**
 * https, a path on this shop's own origin, or this machine (where a stand-in of the shop platform serves its pictures).
 * Never `javascript:`, `data:`, or another host by `//`. firestore.rules says the same.
 */
export const IMAGE_URL =
  /^(https:\/\/[^\s"'<>]+|http:\/\/127\.0\.0\.1(:\d{1,5})?\/[^\s"'<>]*|\/[^/\s"'<>\\][^\s"'<>\\]*)$/;
