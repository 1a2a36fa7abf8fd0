// The content of an email, independent of its format. Texts are never markup, because names and
// notes are user input.

/** The sender of the emails. */
export interface MailShop {
  /** Without a trailing slash. */
  readonly url: string;
  readonly name: string;
  /** Lines as on a parcel label; none until the owner enters them. */
  readonly postalAddress: readonly string[];
  /** The reply address; undefined if nobody reads a mailbox. */
  readonly supportEmail: string | undefined;
}

/** An ordered item. */
export interface EmailLine {
  readonly name: string;
  /** Such as the size. */
  readonly detail?: string | undefined;
  readonly quantity: number;
  readonly amount?: string | undefined;
  /** An absolute URL. */
  readonly imageUrl?: string | undefined;
}

/** The content of an email, in reading order. */
export interface EmailContent {
  readonly subject: string;
  readonly heading: string;
  readonly greeting?: string;
  readonly paragraphs: readonly string[];
  /** The steps of an order; the first `done` of them are completed. */
  readonly steps?: { readonly names: readonly string[]; readonly done: number };
  /** Absolute URLs, below the text. */
  readonly pictures?: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly lines?: readonly EmailLine[];
  /** Rows of label and value; the last one is the total. */
  readonly sums?: readonly (readonly [string, string])[];
  /** Short blocks side by side: an address, a day. */
  readonly facts?: readonly { readonly label: string; readonly lines: readonly string[] }[];
  /** The reader's own message. */
  readonly quote?: { readonly label: string; readonly paragraphs: readonly string[] };
  readonly closing?: string;
  /** The reason for the email, as the end of a sentence: 'you have ordered from us'. */
  readonly because: string;
  /**
   * The page to unsubscribe from the list. Absent in emails that respond to an action of the
   * reader.
   */
  readonly unsubscribeUrl?: string;
}

/** How the reader reaches the shop: by replying, or on its page. */
export function contactSentence({ supportEmail, url }: MailShop): string {
  return supportEmail === undefined
    ? `Questions? Write to us at ${url}/contact. Nobody reads answers to this email.`
    : `Questions? Answer this email, or write to ${supportEmail}.`;
}

export const FOOTER_LINKS = [
  ['Shipping and returns', '/shipping'],
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
] as const;

/** 'You get this email because ...' */
export const reasonSentence = ({ because }: EmailContent) => `You get this email because ${because}.`;

/** An order's line without its amount: '2 x Boss Rush Tee (M)'. */
export function describeLine({ name, detail, quantity }: EmailLine): string {
  return `${quantity} x ${name}${detail === undefined ? '' : ` (${detail})`}`;
}
