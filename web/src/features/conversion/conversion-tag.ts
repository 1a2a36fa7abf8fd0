// Owns the conversion tag: events wait in order until the shopper consents, then go to the tag's data layer, each
// exactly once; after a refusal they are forgotten. The tag's script is fetched on consent and never before.

export type ConversionEvent =
  | { readonly event: 'page_view'; readonly page_path: string }
  | {
      readonly event: 'add_to_cart' | 'remove_from_cart';
      readonly item_id: string;
      readonly item_name: string;
      readonly price: number;
      readonly quantity: number;
    };

declare global {
  interface Window {
    /** Where the tag's script takes events from. */
    dataLayer?: unknown[];
  }
}

/** Enough for a long visit without an answer; older events go first. */
const QUEUE_MAX = 200;

export class ConversionTag {
  #queue: ConversionEvent[] = [];
  #isGranted = false;
  #isDenied = false;
  readonly #deliver: (event: ConversionEvent) => void;
  readonly #load: () => void;

  /** `deliver` hands an event to the tag; `load` fetches its script. */
  constructor(deliver: (event: ConversionEvent) => void, load: () => void) {
    this.#deliver = deliver;
    this.#load = load;
  }

  /** Reports an event now, later or never, as consent says. */
  track(event: ConversionEvent): void {
    if (this.#isDenied) return;
    if (this.#isGranted) this.#deliver(event);
    else this.#queue = [...this.#queue, event].slice(-QUEUE_MAX);
  }

  /** The shopper consented: the script is fetched and what waited is delivered. */
  grant(): void {
    this.#isDenied = false;
    if (this.#isGranted) return;
    this.#isGranted = true;
    this.#load();
    for (const event of this.#queue) this.#deliver(event);
    this.#queue = [];
  }

  /** The shopper refused, or took consent back: what waited is forgotten and nothing more is delivered. */
  deny(): void {
    this.#isGranted = false;
    this.#isDenied = true;
    this.#queue = [];
  }
}

/** The tag of this page; without a configured script the events stay in `dataLayer` for whoever inspects it. */
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
