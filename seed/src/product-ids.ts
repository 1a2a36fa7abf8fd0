// A product's id is part of its URL (/product/{id}) and of its image's (/art/{id}.webp), so an id
// never changes.

/** Ids of the 13 sample products. */
export const PRODUCT_IDS = [
  'pixel-ronin-tee',
  'boss-rush-tee',
  'save-point-tee',
  'neon-mecha-tee',
  'respawn-club-tee',
  'mana-potion-tee',
  'spirit-fox-tee',
  'combo-breaker-sleeves',
  'lag-slayer-gloves',
  'dungeon-map-tee',
  'arcade-dragon-tee',
  'moonlit-shinobi-tee',
  'golden-cartridge-tee',
] as const;

export type ProductId = (typeof PRODUCT_IDS)[number];
