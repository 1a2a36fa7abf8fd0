import { SHOP_NAME } from '../config/constants.ts';

/**
 * The shop's name as a drawing, so that no font has to load: block letters on a grid of 60 by 10,
 * with the save crystal for the O. It is read as text, unless an ancestor has a name.
 */
export function Wordmark() {
  return (
    <svg className="wordmark" viewBox="0 0 60 10" role="img" aria-label={SHOP_NAME}>
      <path
        fill="currentColor"
        d="M1 1h5v2h-4v1h3v1h1v3h-1v1h-5v-2h4v-1h-3v-1h-1v-3h1zM8 1h4v1h1v7h-2v-2h-2v2h-2v-7h1zM10 3h-1v2h2v-2zM14 1h2v5h2v-5h2v6h-1v1h-1v1h-2v-1h-1v-1h-1zM21 1h6v2h-4v1h3v2h-3v1h4v2h-6zM28 1h5v1h1v3h-1v1h-3v3h-2zM31 3h-1v1h2v-1zM44 1h2v8h-2zM47 1h2v1h1v1h1v-2h2v8h-2v-3h-1v-1h-1v4h-2zM54 1h6v2h-2v6h-2v-6h-2z"
      />
      <path
        className="wordmark-crystal"
        d="M38 0h2v1h1v1h1v2h1v2h-1v2h-1v1h-1v1h-2v-1h-1v-1h-1v-2h-1v-2h1v-2h1v-1h1zM39 2h-1v2h-1v2h1v2h2v-2h1v-2h-1v-2z"
      />
    </svg>
  );
}
