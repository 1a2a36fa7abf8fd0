import { SHOP_NAME } from '../config/constants.ts';
import { PAGE_DATA_ID, type PageData } from './page-data.ts';

interface DocumentParts {
  /**
   * React's output for <html><body><div id="root">, with the elements that it has moved into the
   * head.
   */
  readonly markup: string;
  readonly data: PageData;
  /** URLs of the chunks of the page's route. */
  readonly chunks: readonly string[];
  /** Text of the inline script that starts the app (start-app.js). */
  readonly startScript: string;
}

const SCRIPTS =
  /<script type="module"[^>]*\ssrc="([^"]+)"><\/script>\s*|<link rel="modulepreload"[^>]*\shref="([^"]+)">\s*/g;
const SHELL_HEAD = /<title>[\s\S]*?<\/title>\s*|<meta name="description"[^>]*>\s*/g;
const SHELL_ROOT = /<div id="root">[\s\S]*?<\/div>/;
const RENDERED = /<head>([\s\S]*?)<\/head>.*?<body>([\s\S]*)<\/body><\/html>$/;

/** The head of a browser-rendered page. */
interface ShellHead {
  readonly title: string;
  readonly description: string;
  /** Keeps search engines from indexing the page. */
  readonly noindex?: boolean;
}

/**
 * The shell with the title and description of a page. Throws if the shell is not from this app's
 * build.
 */
export function renderShell(shell: string, { title, description, noindex }: ShellHead): string {
  if (!SHELL_ROOT.test(shell)) throw new Error('The shell has no root element. Build the web app again.');
  const head = [
    `<title>${escapeHtml(title)} | ${SHOP_NAME}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...(noindex ? ['<meta name="robots" content="noindex" />'] : []),
  ];
  return shell.replaceAll(SHELL_HEAD, '').replace('</head>', () => `${head.join('')}</head>`);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * The HTML of a server-rendered page: the built shell with React's head and markup, and the page's
 * data. The app's scripts wait in a template for start-app.js. Throws if the shell is not from this
 * app's build.
 */
export function renderDocument(shell: string, { markup, data, chunks, startScript }: DocumentParts): string {
  const [script, ...imports] = [...shell.matchAll(SCRIPTS)].map(([, src, preload]) => src ?? preload);
  if (script === undefined || !SHELL_ROOT.test(shell))
    throw new Error('The shell has no app script or no root element. Build the web app again.');
  const [, head = '', root = ''] = RENDERED.exec(markup) ?? [];
  // The imports of the app's script, as scripts before it instead of preloads: each is evaluated in
  // a separate task as soon as it arrives, so that a slow phone does not block on all of them
  // together.
  const elements = [...imports, ...chunks, script].map(
    (file) => `<script type="module" crossorigin src="${file}"></script>`,
  );
  const end = [
    // Text that cannot close its script element.
    `<script type="application/json" id="${PAGE_DATA_ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    `<template id="app-scripts">${elements.join('')}</template>`,
    `<script>${startScript}</script>`,
  ].join('\n');
  return shell
    .replaceAll(SCRIPTS, '')
    .replaceAll(SHELL_HEAD, '')
    .replace('<html ', '<html data-ssr ')
    .replace('</head>', () => `${head}</head>`)
    .replace(SHELL_ROOT, () => root)
    .replace('</body>', () => `${end}\n</body>`);
}
