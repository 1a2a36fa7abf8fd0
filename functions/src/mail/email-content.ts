// What an email says, whatever its format. Texts are never markup, because names and notes are user
// input.

/** Who writes the emails. */
export interface MailShop {
  /** Without a trailing slash. */
  readonly url: string;
  readonly name: string;
  /** Lines as on a parcel; none while the owner has not entered any. */
  readonly postalAddress: readonly string[];
  /** Where answers go; undefined where nobody reads a mailbox. */
  readonly supportEmail: string | undefined;
}

/** What was ordered. */
export interface EmailLine {
  readonly name: string;
  /** Such as its size. */
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
  /** The steps of an order; the first `done` of them have been taken. */
  readonly steps?: { readonly names: readonly string[]; readonly done: number };
  /** Absolute URLs, below the text. */
  readonly pictures?: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly lines?: readonly EmailLine[];
  /** Rows of label and value; the last one is the total. */
  readonly sums?: readonly (readonly [string, string])[];
  /** Short blocks side by side: an address, a day. */
  readonly facts?: readonly { readonly label: string; readonly lines: readonly string[] }[];
  /** What the reader wrote. */
  readonly quote?: { readonly label: string; readonly paragraphs: readonly string[] };
  readonly closing?: string;
  /** Why the reader gets this email, as the end of a sentence: 'you have ordered from us'. */
  readonly because: string;
  /**
   * The page on which the reader leaves the list that the email was sent to. Absent in emails that
   * answer what the reader did.
   */
  readonly unsubscribeUrl?: string;
}

/** How the reader reaches the shop: by an answer, or on its page. */
export function contactSentence({ supportEmail, url }: MailShop): string {
  return supportEmail === undefined
    ? `Questions? Write to us at ${url}/contact. Nobody reads answers to this email.`
    : `Questions? Answer this email, or write to ${supportEmail}.`;
}

/** Pages that every email links to. */
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
