/** Formats a global id, such as `gid://shopify/Product/42`. */
export function gid(type: string, id: number): string {
  return `gid://shopify/${type}/${id}`;
}

/** Parses a global id, with or without a query string; null for any other text. */
export function parseGid(text: string): { readonly type: string; readonly id: number } | null {
  const match = /^gid:\/\/shopify\/(\w+)\/(\d{1,16})(\?.*)?$/.exec(text);
  if (match?.[1] === undefined) return null;
  return { type: match[1], id: Number(match[2]) };
}
