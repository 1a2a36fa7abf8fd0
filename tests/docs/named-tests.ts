/** A test that a document names. */
export interface NamedTest {
  /** Relative to the repository. */
  readonly path: string;
  /** Undefined if the document names the whole file. */
  readonly title: string | undefined;
}

/**
 * The tests that a document names: a path of a test file in backquotes, with titles in double
 * quotes after a colon.
 * @example `tests/a.test.ts`: "adds", "multiplies" names two tests, `tests/b.test.ts` a whole file
 */
export function namedTests(text: string): readonly NamedTest[] {
  const unwrapped = text.replaceAll(/\s+/g, ' ');
  const files = /`((?:tests|packages|model|web|functions|seed)\/[\w./-]+\.ts)`(: "[^"]+"(?:, "[^"]+")*)?/g;
  return [...unwrapped.matchAll(files)].flatMap(([, path = '', quoted]) => {
    const titles = [...(quoted ?? '').matchAll(/"([^"]+)"/g)].map(([, title]) => title);
    return titles.length === 0 ? [{ path, title: undefined }] : titles.map((title) => ({ path, title }));
  });
}
