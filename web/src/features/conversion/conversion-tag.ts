// Conversion tracking behind consent: events are queued in order until the shopper consents, then
// delivered once each to the tag's data layer. Denied consent drops them. The tag's script is
// loaded on consent and never before.
export type ConversionEvent =
  | { readonly event: 'page_view'; readonly page_path: string }
  | {
      readonly event: 'add_to_cart' | 'remove_from_cart';
      readonly item_id: string;
      readonly item_name: string;
      readonly price: number;
      readonly quantity: number;
    };

/** Tracks the shopper's actions, according to consent. */
export interface Tracker {
  track(event: ConversionEvent): void;
  grant(): void;
  deny(): void;
}

declare global {
  interface Window {
    /** The queue that the tag's script reads. */
    dataLayer?: unknown[];
  }
}

/** Enough for a long visit without a choice; the oldest events are dropped first. */
const QUEUE_MAX = 200;

/** Delivers conversion events according to consent. */
export class ConversionTag implements Tracker {
  #queue: ConversionEvent[] = [];
  #isGranted = false;
  #isDenied = false;
  readonly #deliver: (event: ConversionEvent) => void;
  readonly #load: () => void;

  /** `deliver` passes an event to the tag; `load` loads its script. */
  constructor(deliver: (event: ConversionEvent) => void, load: () => void) {
    this.#deliver = deliver;
    this.#load = load;
  }

  /** Delivers an event, queues it or drops it, depending on consent. */
  track(event: ConversionEvent): void {
    if (this.#isDenied) return;
    if (this.#isGranted) this.#deliver(event);
    else this.#queue = [...this.#queue, event].slice(-QUEUE_MAX);
  }

  /** The shopper consented: loads the script and delivers the queue. */
  grant(): void {
    this.#isDenied = false;
    if (this.#isGranted) return;
    this.#isGranted = true;
    this.#load();
    for (const event of this.#queue) this.#deliver(event);
    this.#queue = [];
  }

  /** The shopper denied or withdrew consent: drops the queue and all later events. */
  deny(): void {
    this.#isGranted = false;
    this.#isDenied = true;
    this.#queue = [];
  }
}

/** The tag of this page. Without a configured script, events only go to `window.dataLayer`. */
export function createConversionTag(scriptUrl: string | undefined): ConversionTag {
  return new ConversionTag(
    (event) => {
      window.dataLayer ??= [];
      window.dataLayer.push(event);
    },
    () => {
      if (!scriptUrl || document.querySelector('script[data-conversion-tag]')) return;
      const script = document.createElement('script');
      script.src = scriptUrl;
      script.async = true;
      script.dataset.conversionTag = '';
      document.head.append(script);
    },
  );
}
