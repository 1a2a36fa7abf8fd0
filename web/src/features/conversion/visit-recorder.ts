import { VISIT_SEARCHES_MAX } from '@savepoint/model/limits';
import type { FailedSearch, VisitReport, VisitStep } from '@savepoint/model/visit';
import type { ConversionEvent, Tracker } from './conversion-tag.ts';

/** Staff's pages. */
const STAFF_PAGE = /^\/admin(\/|\?|$)/;
/** Pages that the payment page leads back to: the visit was reported before. */
const PAYMENT_PAGE = /^\/payment\//;

const STEPS: readonly (readonly [page: RegExp, step: VisitStep])[] = [
  [/^\/product\//, 'product'],
  [/^\/checkout(\?|$)/, 'checkout'],
];

/**
 * Events of a visit, in memory until it ends. Then they are reported in one message, with consent:
 * nothing is stored in the browser, and nothing is sent earlier.
 */
export class VisitRecorder implements Tracker {
  readonly #steps = new Set<VisitStep>();
  readonly #searches = new Map<string, FailedSearch>();
  readonly #send: (report: VisitReport) => void;
  #isGranted = false;
  /** True once the visit is reported, or must not be. */
  #isOver = false;
  #hasPage = false;

  /** `send` must reach the shop even while the page is being left. */
  constructor(send: (report: VisitReport) => void) {
    this.#send = send;
  }

  track(event: ConversionEvent): void {
    if (event.event === 'add_to_cart') this.#steps.add('cart');
    if (event.event !== 'page_view') return;
    const path = event.page_path;
    if (STAFF_PAGE.test(path) || (!this.#hasPage && PAYMENT_PAGE.test(path))) this.#isOver = true;
    this.#hasPage = true;
    for (const [page, step] of STEPS) if (page.test(path)) this.#steps.add(step);
  }

  /** A search without results; one with the same text is counted once. */
  trackSearch(search: FailedSearch): void {
    if (this.#searches.size < VISIT_SEARCHES_MAX) this.#searches.set(search.text, search);
  }

  grant(): void {
    this.#isGranted = true;
  }

  /** Also discards earlier events: later consent covers only later ones. */
  deny(): void {
    this.#isGranted = false;
    this.#steps.clear();
    this.#searches.clear();
  }

  /** The tab leaves the shop. A page restored by the Back button is not reported again. */
  end(): void {
    if (!this.#isGranted || this.#isOver || !this.#hasPage) return;
    this.#isOver = true;
    this.#send({ steps: [...this.#steps], searches: [...this.#searches.values()] });
  }
}
