import { VISIT_SEARCHES_MAX } from '@savepoint/model/limits';
import type { FailedSearch, VisitReport, VisitStep } from '@savepoint/model/visit';
import type { ConversionEvent, Tracker } from './conversion-tag.ts';

/** Pages that are of no shopper. */
const STAFF_PAGE = /^\/admin(\/|\?|$)/;
/** Where the payment page leads back to: the visit went there, and has been reported. */
const PAYMENT_PAGE = /^\/payment\//;

const STEPS: readonly (readonly [page: RegExp, step: VisitStep])[] = [
  [/^\/product\//, 'product'],
  [/^\/checkout(\?|$)/, 'checkout'],
];

/**
 * What happens on a visit, in memory until it ends. Then it is reported in one message, if the
 * shopper has agreed: nothing is kept in the browser, and nothing is sent before.
 */
export class VisitRecorder implements Tracker {
  readonly #steps = new Set<VisitStep>();
  readonly #searches = new Map<string, FailedSearch>();
  readonly #send: (report: VisitReport) => void;
  #isGranted = false;
  /** Whether the visit is reported, or to be left out. */
  #isOver = false;
  #hasPage = false;

  /** `send` must reach the shop although the page is being left. */
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

  /** A search that found nothing to buy; one of the same text is counted once. */
  trackSearch(search: FailedSearch): void {
    if (this.#searches.size < VISIT_SEARCHES_MAX) this.#searches.set(search.text, search);
  }

  grant(): void {
    this.#isGranted = true;
  }

  /** Also forgets what there was: agreeing later is about what comes then. */
  deny(): void {
    this.#isGranted = false;
    this.#steps.clear();
    this.#searches.clear();
  }

  /** The tab leaves the shop. A page that comes back by the Back button is not reported again. */
  end(): void {
    if (!this.#isGranted || this.#isOver || !this.#hasPage) return;
    this.#isOver = true;
    this.#send({ steps: [...this.#steps], searches: [...this.#searches.values()] });
  }
}
