// Owns the names of the build-time variables the web app reads.
interface ImportMetaEnv {
  readonly VITE_PROJECT_ID?: string;
  readonly VITE_API_KEY?: string;
  readonly VITE_AUTH_DOMAIN?: string;
  readonly VITE_STORAGE_BUCKET?: string;
  readonly VITE_MESSAGING_SENDER_ID?: string;
  readonly VITE_APP_ID?: string;
  /** host:port of each emulator; absent in production. */
  readonly VITE_FIRESTORE_EMULATOR_HOST?: string;
  readonly VITE_AUTH_EMULATOR_HOST?: string;
  readonly VITE_FUNCTIONS_EMULATOR_HOST?: string;
  /** Address of the reachability probe; a demo project stays on this origin whatever is set. */
  readonly VITE_PROBE_URL?: string;
  /** Address of the conversion tag's script; absent means events are kept for inspection only. */
  readonly VITE_CONVERSION_TAG_URL?: string;
  /** Public origin of the shop for canonical addresses; the page's own origin when absent. */
  readonly VITE_SITE_ORIGIN?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
