import { headElements } from '../lib/head-elements.ts';
import { documentTitle, type PageHead } from '../lib/page-metadata.ts';
import { DEFERRED_CHUNK, extractScriptManifest } from './script-manifest.ts';
import { SSR_PAYLOAD_ID, type SsrPayload } from './ssr-payload.ts';

/** The CSS that a page needs for its first paint. */
export interface CriticalStyles {
  /** URLs of the stylesheets that contain it. */
  readonly files: readonly string[];
  readonly text: string;
}

export interface DocumentParts {
  /** Undefined keeps the title and description of the shell. */
  readonly head: PageHead | undefined;
  /** The shop's public origin. */
  readonly origin: string;
  /** Path without the query. */
  readonly path: string;
  readonly appMarkup: string;
  readonly payload: SsrPayload;
  readonly criticalStyles: CriticalStyles;
  /** Text of the inline script that loads the app (hydration-loader.js). */
  readonly hydrationLoader: string;
}

const APP_SCRIPT = /<script type="module"[^>]*\ssrc="([^"]+)"[^>]*><\/script>\s*/;
const PRELOADED_MODULE = /<link rel="modulepreload"[^>]*\shref="([^"]+)"/g;
const ASSET_LINK = /<link rel="(?:modulepreload|stylesheet)"[^>]*>\s*/g;
const TITLE_AND_DESCRIPTION = /<title>[\s\S]*?<\/title>\s*|<meta\s+name="description"[^>]*>\s*/g;

/**
 * The HTML of a server-rendered page: the built shell with the page's head, critical CSS, markup and SSR payload. The app's
 * module script is replaced by the hydration loader, which fetches it after the first paint. Throws when the shell was not
 * made by this app's build.
 */
export function renderDocument(shell: string, parts: DocumentParts): string {
  const script = APP_SCRIPT.exec(shell)?.[1];
  if (script === undefined || !shell.includes('<!--app-->') || !shell.includes('<!--head-->'))
    throw new Error('The shell has no app script, <!--app--> or <!--head-->. Build the web app again.');
  const { html, manifest } = extractScriptManifest(shell);
  const imported = [...shell.matchAll(PRELOADED_MODULE)].map(([, file]) => file);
  const { routeFile, lazyComponents } = parts.payload;
  const modules = [routeFile, ...lazyComponents, DEFERRED_CHUNK].flatMap((name) =>
    manifest[name] === undefined ? [] : [manifest[name]],
  );
  const run = [...imported, ...modules.map((files) => files.at(-1)), script];
  const fetched = new Set([...imported, ...modules.flat(), script]);
  const head = parts.head === undefined ? '' : headMarkup(parts.head, parts);
  const bare = html.replace(APP_SCRIPT, '').replace(ASSET_LINK, '');
  const base = parts.head === undefined ? bare : bare.replace(TITLE_AND_DESCRIPTION, '');
  const end = [
    `<script type="application/json" id="${SSR_PAYLOAD_ID}">${escapeScript(JSON.stringify(parts.payload))}</script>`,
    `<script type="text/plain" id="app-script" data-src="${[...fetched].join(' ')}" data-run="${run.join(' ')}"></script>`,
    `<script>${parts.hydrationLoader}</script>`,
  ].join('\n');
  return base
    .replace(' data-fonts>', ' data-ssr>')
    .replace('<!--head-->', () => `${head}\n${stylesMarkup(parts.criticalStyles)}`)
    .replace('<!--app-->', () => parts.appMarkup)
    .replace('</body>', () => `${end}\n</body>`);
}

/** Vite's preload helper fetches a module's stylesheets unless a link for them exists; a disabled link fetches nothing. */
function stylesMarkup({ files, text }: CriticalStyles): string {
  const links = files.map((file) => `<link rel="stylesheet" href="${file}" disabled />`);
  return [`<style>${text}</style>`, ...links].join('\n');
}

function headMarkup(head: PageHead, { origin, path }: DocumentParts): string {
  const elements = headElements(head, origin, path).map(([tag, attributes, text]) => {
    const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
    return text === undefined
      ? `<${tag}${pairs.join('')} />`
      : `<${tag}${pairs.join('')}>${escapeScript(text)}</${tag}>`;
  });
  return [`<title>${escapeHtml(documentTitle(head.title))}</title>`, ...elements].join('\n');
}

/** Text that cannot close its script element. */
function escapeScript(text: string): string {
  return text.replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
