/**
 * A word that this project does not use, and the standard term for it. docs/glossary.md explains
 * the few terms of our own.
 */
export interface RetiredWord {
  /**
   * Matched against text with identifiers split into lower-case words: `orderDesk` is `order desk`.
   */
  readonly pattern: RegExp;
  readonly use: string;
  /**
   * `names`: only in names of files, folders and declarations, because prose uses the word in its
   * ordinary meaning.
   */
  readonly scope?: 'names';
  /** The only files (path prefixes) where the word is not used; all when absent. */
  readonly onlyIn?: readonly string[];
  /** Files (path prefixes) where the word is legitimate, each with the reason in a comment. */
  readonly allowedIn?: readonly string[];
}

export const RETIRED_WORDS: readonly RetiredWord[] = [
  // The kit runs any Firebase project. The names of this one's parts are in its configuration.
  {
    pattern: /\b(stripe|shopify|shop(pers?)?s?|products?|carts?|wishlists?|catalogues?)\b/,
    use: 'savepoint.config.ts, which tells the kit about the project',
    onlyIn: ['packages/savepoint/', 'packages/stack/', 'packages/firebase-tools/'],
  },
  { pattern: /\bwardens?\b/, use: 'supervisor' },
  { pattern: /\bledgers?\b/, use: 'document store, unit of work or known failures' },
  { pattern: /\bdoors?\b/, use: 'transport, handler, client adapter or page' },
  // A desk mat is merchandise.
  {
    pattern: /\bdesks?\b/,
    use: 'context or admin page',
    allowedIn: ['packages/shopify/src/shop/generate-catalogue.ts'],
  },
  { pattern: /\bturnstiles?\b/, use: 'keyed mutex' },
  { pattern: /\bcomplaints?\b/, use: 'UserError' },
  { pattern: /\bstand[- ]?ins?\b/, use: 'emulator, shim or fake' },
  { pattern: /\bshel(f|ves)\b/, use: 'stock map' },
  { pattern: /\bsalvag(e|es|ed|ing)\b/, use: 'parse leniently' },
  { pattern: /\bmend(s|ed|ing)?\b/, use: 'fix' },
  { pattern: /\bcourte(ous|sy)\b/, use: 'lock-wait back-off' },
  { pattern: /\bforsaken\b/, use: 'orphaned' },
  { pattern: /\bmortal\b/, use: 'crashing' },
  { pattern: /\bowed\b/, use: 'pending refund' },
  { pattern: /\brefusals?\b/, use: 'HttpsError, validation error or rejection' },
  { pattern: /\bjudg(e|es|ed|ing)\b/, use: 'validate or evaluate' },
  { pattern: /\bheard\b/, use: 'last synced or received' },
  { pattern: /\banew\b/, use: 'again' },
  { pattern: /\bimport law\b/, use: 'module boundaries' },
  { pattern: /\bthe platform'?s word\b/, use: 'remote state' },
  { pattern: /\bfollows? the books\b/, use: 'reconciliation' },
  { pattern: /\btak(e|es|en|ing) over\b|\btakeover\b/, use: 'hydrate, or the verb that is meant' },
  { pattern: /\bcom(e|es|ing) (alive|to life)\b/, use: 'hydrate' },
  { pattern: /\bserved pages?\b/, use: 'server-rendered page' },
  { pattern: /\blate listeners?\b/, use: 'deferred middleware' },
  { pattern: /^(\s*(\/\/|\/?\*+|#)\s*)?owns\b/, use: 'nothing: say what the name does not' },
  { pattern: /\binbox of letters\b/, use: 'mail inbox' },
  { pattern: /\b(wish|wishes)\b/, use: 'wishlist item', scope: 'names' },
  {
    pattern: /\bletters?\b/,
    use: 'email',
    scope: 'names',
    // Pub/Sub has dead letters.
    allowedIn: ['packages/pubsub/src/', 'tests/pubsub/'],
  },
  {
    pattern: /\bfaults?\b/,
    use: 'error',
    scope: 'names',
    // Fault injection is the standard term.
    allowedIn: [
      'packages/server/src/',
      'packages/shopify/src/',
      'packages/stripe/src/',
      'tests/functions/sync-fault-injection.test.ts',
      'tests/shopify-contract/',
      'tests/stripe-contract/',
    ],
  },
  { pattern: /\bpictures?\b/, use: 'image', scope: 'names' },
  // The FAQ has questions and answers.
  {
    pattern: /\banswers?\b/,
    use: 'response or result',
    scope: 'names',
    allowedIn: ['web/src/routes/faq.tsx'],
  },
  { pattern: /\bkept\b/, use: 'cached or stored', scope: 'names' },
  { pattern: /\bannounc(e|er|ed|ement|ements)\b/, use: 'toast', scope: 'names' },
  { pattern: /\bbeside\b/, use: 'deferred or lazy', scope: 'names' },
  { pattern: /\bstrangers?\b/, use: 'the role that is meant', scope: 'names' },
  { pattern: /\badopt(s|ed|ing)?\b/, use: 'rehydrate', scope: 'names' },
  // savepoint.config.ts names the suite of this folder.
  {
    pattern: /\bwords?\b/,
    use: 'messages, labels or positionals',
    scope: 'names',
    allowedIn: ['savepoint.config.ts'],
  },
];
