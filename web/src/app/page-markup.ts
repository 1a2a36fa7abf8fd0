// Owns putting a rendered page into the built index.html: its head, its content, its data, the styles it needs at once,
// and the app's script, which starts later (take-over-page.js). Pure: texts in, text out.
import { headElements } from '../lib/head-elements.ts';
import { fullTitle, type PageHead } from '../lib/head-words.ts';
import { BESIDE_EVERY_PAGE, takePageScripts } from './page-scripts.ts';
import { SERVED_PAGE_ID, type ServedPage } from './served-page.ts';

/** What a page needs for its first paint. */
export interface PageStyles {
  /** Addresses of the files that hold it. */
  readonly files: readonly string[];
  readonly text: string;
}

export interface PageParts {
  readonly head: PageHead | undefined;
  readonly origin: string;
  /** Path without the query. */
  readonly path: string;
  /** Markup of the app. */
  readonly app: string;
  readonly page: ServedPage;
  readonly styles: PageStyles;
  readonly takeOverScript: string;
}

const APP_SCRIPT = /<script type="module"[^>]*\ssrc="([^"]+)"[^>]*><\/script>\s*/;
const IMPORTED = /<link rel="modulepreload"[^>]*\shref="([^"]+)"/g;
const FETCHED_LATER = /<link rel="(?:modulepreload|stylesheet)"[^>]*>\s*/g;
const REPLACED_BY_HEAD = /<title>[\s\S]*?<\/title>\s*|<meta\s+name="description"[^>]*>\s*/g;

/** The whole page. Throws when the shell is not one that the build made. */
export function composePage(shell: string, parts: PageParts): string {
  const script = APP_SCRIPT.exec(shell)?.[1];
  if (script === undefined || !shell.includes('<!--app-->') || !shell.includes('<!--head-->'))
    throw new Error(
      'The page to fill has no app script, <!--app--> or <!--head-->. Build the web app again.',
    );
  const { rest, scripts } = takePageScripts(shell);
  const imported = [...shell.matchAll(IMPORTED)].map(([, file]) => file);
  const modules = [parts.page.file, ...parts.page.parts, BESIDE_EVERY_PAGE].flatMap((name) =>
    scripts[name] === undefined ? [] : [scripts[name]],
  );
  const run = [...imported, ...modules.map((files) => files.at(-1)), script];
  const fetched = new Set([...imported, ...modules.flat(), script]);
  const head = parts.head === undefined ? '' : headMarkup(parts.head, parts);
  const bare = rest.replace(APP_SCRIPT, '').replace(FETCHED_LATER, '');
  const base = parts.head === undefined ? bare : bare.replace(REPLACED_BY_HEAD, '');
  const end = [
    `<script type="application/json" id="${SERVED_PAGE_ID}">${scriptText(JSON.stringify(parts.page))}</script>`,
    `<script type="text/plain" id="app-script" data-src="${[...fetched].join(' ')}" data-run="${run.join(' ')}"></script>`,
    `<script>${parts.takeOverScript}</script>`,
  ].join('\n');
  return base
    .replace(' data-fonts>', ' data-served>')
    .replace('<!--head-->', () => `${head}\n${stylesMarkup(parts.styles)}`)
    .replace('<!--app-->', () => parts.app)
    .replace('</body>', () => `${end}\n</body>`);
}

/** Who loads a module asks for the files of its styles unless a link names them; one that is disabled fetches nothing. */
function stylesMarkup({ files, text }: PageStyles): string {
  const present = files.map((file) => `<link rel="stylesheet" href="${file}" disabled />`);
  return [`<style>${text}</style>`, ...present].join('\n');
}

function headMarkup(head: PageHead, { origin, path }: PageParts): string {
  const elements = headElements(head, origin, path).map(([tag, attributes, text]) => {
    const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
    return text === undefined
      ? `<${tag}${pairs.join('')} />`
      : `<${tag}${pairs.join('')}>${scriptText(text)}</${tag}>`;
  });
  return [`<title>${escaped(fullTitle(head.title))}</title>`, ...elements].join('\n');
}

/** Text of the catalogue can end neither a script nor the page. */
function scriptText(text: string): string {
  return text.replaceAll('<', '\\u003c');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
