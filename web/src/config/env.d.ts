/** The build-time variables of the web app. */
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
  readonly VITE_STORAGE_EMULATOR_HOST?: string;
  /** URL of the reachability probe. Ignored for a demo project, which stays on its own origin. */
  readonly VITE_PROBE_URL?: string;
  /** URL of the conversion tag's script. When absent, events are only queued, for inspection. */
  readonly VITE_CONVERSION_TAG_URL?: string;
  /** Public origin of the shop, for canonical URLs. The page's own origin when absent. */
  readonly VITE_SITE_ORIGIN?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
