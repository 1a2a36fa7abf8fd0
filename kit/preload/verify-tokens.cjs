// Loaded before a functions worker. The functions emulator tells the SDK to skip token verification, so a forged token would pass
// here and fail in production; this takes that back and leaves the SDK's other debug features alone.
if (process.env.FUNCTIONS_EMULATOR === 'true' && process.env.FIREBASE_DEBUG_FEATURES !== undefined) {
  const features = JSON.parse(process.env.FIREBASE_DEBUG_FEATURES);
  process.env.FIREBASE_DEBUG_FEATURES = JSON.stringify({ ...features, skipTokenVerification: false });
}
