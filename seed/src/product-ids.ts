// Owns the names of the 13 sample products. A product's id is its address (/product/{id}) and the name of its artwork
// (/art/{id}.webp), so an id never changes; everything else about a product is in products.ts.

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
