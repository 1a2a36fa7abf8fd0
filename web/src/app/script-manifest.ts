// A server-rendered page lists every script that it runs until it is hydrated, so that all are fetched at once instead of
// each when its importer has been parsed. The build writes the list into index.html; the server picks a page's share.

/** The chunk that every page loads after its first paint (deferred.ts): hydration, listeners, the end of the page. */
export const DEFERRED_CHUNK = 'deferred';

/** By module name: the URLs of the chunks that it imports, each after its own imports, and its own URL last. */
export type ScriptManifest = Readonly<Record<string, readonly string[]>>;

const ELEMENT = /<script type="application\/json" id="script-manifest">(.*?)<\/script>\s*/;

/** The manifest as a script element. */
export function scriptManifestMarkup(manifest: ScriptManifest): string {
  return `<script type="application/json" id="script-manifest">${JSON.stringify(manifest)}</script>`;
}

/** Removes the manifest's element from a built page. Without the element the manifest is empty. */
export function extractScriptManifest(shell: string): {
  readonly html: string;
  readonly manifest: ScriptManifest;
} {
  const match = ELEMENT.exec(shell);
  if (match === null) return { html: shell, manifest: {} };
  return { html: shell.replace(ELEMENT, ''), manifest: JSON.parse(match[1] ?? '{}') as ScriptManifest };
}
