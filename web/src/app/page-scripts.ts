// Owns how the built page says which scripts a served page runs beside the entry's own, so that all are fetched at once and
// none waits until another has asked for it. Pure: texts in, text out.

/** The module that brings every served page to life and saves what is done there. */
export const BESIDE_EVERY_PAGE = 'beside';

/** By the name of a module: the addresses of what it imports, and its own last. */
export type ScriptsByName = Readonly<Record<string, readonly string[]>>;

const MARKUP = /<script type="application\/json" id="page-scripts">(.*?)<\/script>\s*/;

/** The element that carries them. */
export function pageScriptsMarkup(scripts: ScriptsByName): string {
  return `<script type="application/json" id="page-scripts">${JSON.stringify(scripts)}</script>`;
}

/** Takes the element out of a built page; a page without it names no scripts. */
export function takePageScripts(shell: string): { readonly rest: string; readonly scripts: ScriptsByName } {
  const found = MARKUP.exec(shell);
  if (found === null) return { rest: shell, scripts: {} };
  return { rest: shell.replace(MARKUP, ''), scripts: JSON.parse(found[1] ?? '{}') as ScriptsByName };
}
