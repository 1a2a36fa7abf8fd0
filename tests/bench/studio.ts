// Studio's Data page on a large collection: from the click on the collection to its first rows
// (median of five pages), and the frames of scrolling through a list that is long already. Fails
// over the limits. The documents are written first, which takes minutes for a million.
//
//   npm run bench:studio -- [--documents 1000000] [--loaded 20000]
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { type StudioStack, startStudioStack } from '../studio/studio-stack.ts';

const FIRST_ROWS_LIMIT_MS = 300;
const FRAME_LIMIT_MS = 50;
const PAGES = 5;
const PER_COMMIT = 500;
const COMMITS_AT_ONCE = 4;
const FRAMES = 300;
const PIXELS_PER_FRAME = 60;

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000000' },
    loaded: { type: 'string', default: '20000' },
  },
});
const [documents, loaded] = [Number(values.documents), Number(values.loaded)];
if (!(Number.isInteger(documents) && documents >= loaded && loaded >= 100)) {
  throw new Error(
    `--documents ${values.documents} --loaded ${values.loaded}: expected numbers, at least 100 loaded, and not more than there are.`,
  );
}

async function writeDocuments(stack: StudioStack): Promise<void> {
  let next = 0;
  const write = async () => {
    while (next < documents) {
      const first = next;
      next += PER_COMMIT;
      const count = Math.min(PER_COMMIT, documents - first);
      const entries = Array.from({ length: count }, (_, index) => [
        `many/doc-${String(first + index).padStart(8, '0')}`,
        {
          number: { integerValue: String(first + index) },
          name: { stringValue: `Document ${first + index}` },
          isEven: { booleanValue: (first + index) % 2 === 0 },
        },
      ]);
      await stack.write(Object.fromEntries(entries));
    }
  };
  await Promise.all(Array.from({ length: COMMITS_AT_ONCE }, write));
}

/** Milliseconds from the click on the collection until its first rows are painted. */
async function timeFirstRows(stack: StudioStack): Promise<number> {
  const page = await stack.open('/data');
  const link = page.getByRole('link', { name: 'many', exact: true });
  await link.waitFor();
  const milliseconds = await link.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        const observer = new MutationObserver(() => {
          if (document.querySelector('.row') === null) return;
          observer.disconnect();
          // The first callback runs before painting, the second after.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - startedAt)));
        });
        observer.observe(document.body, { childList: true, subtree: true });
        (element as HTMLElement).click();
      }),
  );
  await page.context().close();
  return milliseconds;
}

/** Scrolls to the end repeatedly until this many documents are loaded. */
async function loadRows(page: Page, count: number): Promise<void> {
  await page.locator('.rows').evaluate(
    (list, target) =>
      new Promise<void>((resolve) => {
        const loadMore = () => {
          const text = document.querySelector('.column-list')?.textContent ?? '';
          const isLoaded = Number(/([\d,]+) loaded/.exec(text)?.[1]?.replaceAll(',', '') ?? 0) >= target;
          if (isLoaded) return resolve();
          list.scrollTo(0, list.scrollHeight);
          requestAnimationFrame(loadMore);
        };
        loadMore();
      }),
    count,
    { timeout: 600_000 },
  );
}

/** The milliseconds between frames while the middle of the list is scrolled. */
function scrollFrames(page: Page): Promise<number[]> {
  return page.locator('.rows').evaluate(
    (list, { frames, pixels }) =>
      new Promise<number[]>((resolve) => {
        list.scrollTo(0, list.scrollHeight / 2);
        const times: number[] = [];
        const step = (now: number) => {
          times.push(now);
          if (times.length > frames) {
            return resolve(times.slice(1).map((time, index) => time - (times[index] as number)));
          }
          list.scrollBy(0, pixels);
          requestAnimationFrame(step);
        };
        // The rows of the middle are there before the first frame that counts.
        setTimeout(() => requestAnimationFrame(step), 1000);
      }),
    { frames: FRAMES, pixels: PIXELS_PER_FRAME },
  );
}

function quantile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;
}

const stack = await startStudioStack();
try {
  const startedAt = performance.now();
  await writeDocuments(stack);
  console.log(
    `${documents.toLocaleString('en')} documents written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  const times: number[] = [];
  for (let round = 0; round < PAGES; round += 1) times.push(await timeFirstRows(stack));
  const firstRows = quantile(times, 0.5);
  console.log(
    `first rows after ${firstRows.toFixed(0)} ms (${times.map((each) => each.toFixed(0)).join(', ')}; at most ${FIRST_ROWS_LIMIT_MS})`,
  );
  const page = await stack.open('/data/(default)/many');
  await page.locator('.row').first().waitFor();
  await loadRows(page, loaded);
  const frames = await scrollFrames(page);
  const slow = frames.filter((each) => each > FRAME_LIMIT_MS);
  console.log(
    `scrolling with ${loaded.toLocaleString('en')} documents loaded: ${frames.length} frames, median ${quantile(frames, 0.5).toFixed(1)} ms, 99 % within ${quantile(frames, 0.99).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(1)} ms, ${slow.length} over ${FRAME_LIMIT_MS} ms`,
  );
  process.exitCode = firstRows <= FIRST_ROWS_LIMIT_MS && slow.length === 0 ? 0 : 1;
} finally {
  await stack.close();
}
