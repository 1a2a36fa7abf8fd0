// Owns global ids: `gid://shopify/Product/42` and the number in it.

/** The global id of a resource. */
export function gid(type: string, id: number): string {
  return `gid://shopify/${type}/${id}`;
}

/** The type and number of a global id, or null when it is none. */
export function parseGid(text: string): { readonly type: string; readonly id: number } | null {
  const match = /^gid:\/\/shopify\/(\w+)\/(\d{1,16})(\?.*)?$/.exec(text);
  if (match?.[1] === undefined) return null;
  return { type: match[1], id: Number(match[2]) };
}
