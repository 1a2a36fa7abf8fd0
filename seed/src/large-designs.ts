// The parts of the large catalog's products: motifs, items and colors. Keys are part of ids and
// image names, so they never change.

/** A motif: the first words of a name, and sentences for descriptions. */
export interface Design {
  readonly name: string;
  readonly lines: readonly [string, string];
  readonly tags: readonly string[];
}

export const DESIGNS = {
  slime: {
    name: 'First Slime',
    lines: [
      'The slime that every hero meets on the first field, drawn with the respect it never got.',
      'Eight hit points, no plan and a good heart. Everybody starts here.',
    ],
    tags: ['slime', 'monster', 'role-playing', 'cute'],
  },
  ghost: {
    name: 'Polite Ghost',
    lines: [
      'A ghost that knocks before it comes through the wall.',
      'It has been haunting the same corridor since level three and would love to chat.',
    ],
    tags: ['ghost', 'spooky', 'cute', 'retro'],
  },
  skull: {
    name: 'Last Life',
    lines: [
      'The skull beside the number one, just before you get careful.',
      'No continues, no coins left, hands steady. You know the feeling.',
    ],
    tags: ['skull', 'arcade', 'retro', 'hardcore'],
  },
  mushroom: {
    name: 'Power Snack',
    lines: [
      'A mushroom that makes you a head taller, or says it does.',
      'Found under a block, eaten without a second thought. It worked out fine.',
    ],
    tags: ['mushroom', 'platformer', 'retro', 'food'],
  },
  heart: {
    name: 'One Heart Left',
    lines: [
      'The last heart in the row, the one that blinks and beeps.',
      'For everybody who plays best when it is nearly over.',
    ],
    tags: ['heart', 'adventure', 'retro', 'gift'],
  },
  crown: {
    name: 'Final Boss',
    lines: [
      'The crown of somebody who waits at the end of the corridor and has three forms.',
      'Heavy is the head. Also, it has a weak point that glows.',
    ],
    tags: ['crown', 'boss', 'king', 'gold'],
  },
  cat: {
    name: 'Couch Co-op Cat',
    lines: [
      'Player two, who sits on the controller and is still somehow winning.',
      'A cat with opinions about your build and a place on the warm console.',
    ],
    tags: ['cat', 'pet', 'co-op', 'cute'],
  },
  robot: {
    name: 'Unit Eight',
    lines: [
      'A helper robot with one joke and a very small welding torch.',
      'It was built to carry boxes. It ended up saving the station.',
    ],
    tags: ['robot', 'sci-fi', 'space', 'anime'],
  },
  alien: {
    name: 'Descending Order',
    lines: [
      'Row by row, left and right, a little faster each time.',
      'The invader from the bottom row, who only wanted to land somewhere nice.',
    ],
    tags: ['alien', 'arcade', 'space', 'retro'],
  },
  potion: {
    name: 'Bottomless Potion',
    lines: [
      'Saved for the final fight, as always. Then for the credits.',
      'A pink potion that tastes of strawberry and bad decisions.',
    ],
    tags: ['potion', 'magic', 'fantasy', 'role-playing'],
  },
  shield: {
    name: 'Perfect Block',
    lines: [
      'Two frames of courage and a sound like a bell.',
      'The crest of those who stand still while everybody else rolls.',
    ],
    tags: ['shield', 'knight', 'fantasy', 'fighting game'],
  },
  planet: {
    name: 'Ringworld',
    lines: [
      'A planet with rings, two moons and a gas station at the far end.',
      'Somewhere out there is a save point with a view.',
    ],
    tags: ['planet', 'space', 'sci-fi', 'exploration'],
  },
  fox: {
    name: 'Side-Quest Fox',
    lines: [
      'She has lost a lantern, and you have forty hours.',
      'A fox who knows a shortcut and will tell you after one small favour.',
    ],
    tags: ['fox', 'kitsune', 'anime', 'forest'],
  },
  dice: {
    name: 'Critical Roll',
    lines: [
      'The die that remembers every roll and holds a grudge about one.',
      'It lands on one exactly when the whole table is watching.',
    ],
    tags: ['dice', 'd20', 'tabletop', 'role-playing'],
  },
} as const satisfies Readonly<Record<string, Design>>;

export type DesignKey = keyof typeof DESIGNS;

/** Colors by key, as used in names and searches. */
export const COLORS = {
  navy: 'Navy',
  black: 'Black',
  cream: 'Cream',
  forest: 'Forest Green',
  violet: 'Violet',
  coral: 'Coral',
  sky: 'Sky Blue',
  grey: 'Gray',
} as const;

export type ColorKey = keyof typeof COLORS;

/** An item that motifs are printed on. */
export interface Item {
  /** The last word of the names. */
  readonly noun: string;
  readonly productType: string;
  readonly category: 'apparel' | 'accessories' | 'collectibles';
  /** In dollars; a product costs one of these. */
  readonly prices: readonly number[];
  /** None for one-size items. */
  readonly sizes: readonly string[];
  /** The surcharge for 2XL and larger, in dollars. */
  readonly largeSizeDollars?: number;
  readonly sizeGuide?: 'tee' | 'hoodie';
  /** The number of colors of each motif. */
  readonly colors: number;
  readonly lines: readonly [string, string, string];
  readonly features: readonly string[];
  readonly specifications: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly alt: string;
}

const TEE_SIZES = ['S', 'M', 'L', 'XL', '2XL', '3XL'] as const;

export const ITEMS = {
  tee: {
    noun: 'Tee',
    productType: 'T-shirt',
    category: 'apparel',
    prices: [24, 26, 28],
    sizes: TEE_SIZES,
    largeSizeDollars: 3,
    sizeGuide: 'tee',
    colors: 3,
    lines: [
      'Printed on a mid-weight tee that gets softer with every wash.',
      'The cotton is ring-spun and the print stays flat: no stiff square on your chest.',
      'Cut straight, with a collar that keeps its shape.',
    ],
    features: ['Ring-spun cotton, 180 g/m²', 'Water-based screen print', 'Side seams that do not twist'],
    specifications: {
      Material: '100% cotton',
      Fit: 'Regular',
      Care: 'Machine wash cold, inside out; hang to dry',
      'Size Range': 'S to 3XL',
      Origin: 'Printed in Portugal',
    },
    tags: ['short sleeve'],
    alt: 'front',
  },
  longsleeve: {
    noun: 'Long Sleeve',
    productType: 'Long-sleeved T-shirt',
    category: 'apparel',
    prices: [32, 34],
    sizes: TEE_SIZES.slice(0, 5),
    largeSizeDollars: 3,
    sizeGuide: 'tee',
    colors: 1,
    lines: [
      'Long sleeves with ribbed cuffs, for the months when the radiator is on the other side of the room.',
      'A long sleeve that works under a hoodie and on its own.',
      'The cuffs stay up when you push them up.',
    ],
    features: ['Ribbed cuffs', 'Ring-spun cotton, 190 g/m²', 'Taped neck seam'],
    specifications: {
      Material: '100% cotton',
      Fit: 'Regular',
      Care: 'Machine wash cold, inside out; hang to dry',
      'Size Range': 'S to 2XL',
      Origin: 'Printed in Portugal',
    },
    tags: ['long sleeve', 'winter'],
    alt: 'front',
  },
  hoodie: {
    noun: 'Hoodie',
    productType: 'Hoodie',
    category: 'apparel',
    prices: [59, 64, 69],
    sizes: TEE_SIZES,
    largeSizeDollars: 5,
    sizeGuide: 'hoodie',
    colors: 2,
    lines: [
      'A heavy hoodie with a pocket that fits a handheld.',
      'Brushed inside, with a hood that stays where you put it.',
      'Warm enough for the queue before midnight, light enough for the sofa after it.',
    ],
    features: ['Brushed fleece, 320 g/m²', 'Kangaroo pocket', 'Metal-tipped cords'],
    specifications: {
      Material: '80% cotton, 20% polyester',
      Fit: 'Relaxed',
      Care: 'Machine wash at 30 °C; do not tumble dry',
      'Size Range': 'S to 3XL',
      Origin: 'Printed in Spain',
    },
    tags: ['hooded', 'winter', 'warm'],
    alt: 'front',
  },
  cap: {
    noun: 'Cap',
    productType: 'Cap',
    category: 'accessories',
    prices: [26, 28],
    sizes: [],
    colors: 2,
    lines: [
      'Embroidered on a six-panel cap with a brim that bends the way you like it.',
      'A cap with a metal buckle at the back: one size, fits most heads.',
      'The embroidery is flat and dense, so it does not catch on headphones.',
    ],
    features: ['Flat embroidery', 'Metal buckle', 'Cotton sweatband'],
    specifications: {
      Material: '100% cotton twill',
      Size: 'One size, 56 to 61 cm',
      Care: 'Wash by hand',
      Origin: 'Made in Portugal',
    },
    tags: ['headwear', 'baseball cap'],
    alt: 'from the front',
  },
  beanie: {
    noun: 'Beanie',
    productType: 'Beanie',
    category: 'accessories',
    prices: [22, 24],
    sizes: [],
    colors: 1,
    lines: [
      'A ribbed beanie with a woven patch on the cuff.',
      'Knitted double, so the wind stays outside with the final boss.',
      'Wear the cuff high or low: the patch moves with it.',
    ],
    features: ['Double knit', 'Woven patch', 'Fits under a headset'],
    specifications: {
      Material: '50% wool, 50% acrylic',
      Size: 'One size',
      Care: 'Wash by hand, dry flat',
      Origin: 'Made in Portugal',
    },
    tags: ['headwear', 'winter', 'knitted'],
    alt: 'from the front',
  },
  socks: {
    noun: 'Socks',
    productType: 'Socks',
    category: 'accessories',
    prices: [12, 14],
    sizes: ['S/M', 'L/XL'],
    colors: 1,
    lines: [
      'Crew socks with a cushioned sole and the motif on both sides.',
      'Knitted, not printed: the motif stretches with the sock and never cracks.',
      'A pair that survives the washing machine as a pair, if you do.',
    ],
    features: ['Sold as a pair', 'Cushioned sole', 'Reinforced heel and toe'],
    specifications: {
      Material: '80% cotton, 17% polyamide, 3% elastane',
      'Size Range': 'S/M (EU 36 to 40), L/XL (EU 41 to 46)',
      Care: 'Machine wash at 40 °C',
      Origin: 'Knitted in Italy',
    },
    tags: ['gift', 'crew socks'],
    alt: 'a pair',
  },
  tote: {
    noun: 'Tote Bag',
    productType: 'Tote bag',
    category: 'accessories',
    prices: [18, 20],
    sizes: [],
    colors: 1,
    lines: [
      'A canvas tote with long handles and room for a board game and the snacks.',
      'Thick canvas that stands by itself while you look for your keys.',
      'Handles long enough for the shoulder, stitched four times over.',
    ],
    features: ['Heavy canvas, 340 g/m²', 'Long handles', 'Inside pocket'],
    specifications: {
      Material: '100% cotton canvas',
      Dimensions: '38 × 42 × 10 cm',
      Care: 'Wash by hand',
      Origin: 'Printed in Spain',
    },
    tags: ['bag', 'shopper'],
    alt: 'front',
  },
  mug: {
    noun: 'Mug',
    productType: 'Mug',
    category: 'accessories',
    prices: [16, 18],
    sizes: [],
    colors: 2,
    lines: [
      'A stoneware mug with a handle for a whole hand.',
      'Holds 350 ml, which is one raid, or two loading screens.',
      'The print is under the glaze, so the dishwasher will not level it down.',
    ],
    features: ['Holds 350 ml', 'Dishwasher and microwave safe', 'Print under the glaze'],
    specifications: {
      Material: 'Glazed stoneware',
      Dimensions: '9.5 cm high, 8.5 cm across',
      Care: 'Dishwasher safe',
      Origin: 'Made in Portugal',
    },
    tags: ['kitchen', 'coffee', 'gift'],
    alt: 'from the side',
  },
  mat: {
    noun: 'Mouse Mat',
    productType: 'Mouse mat',
    category: 'accessories',
    prices: [29, 34, 39],
    sizes: ['80 × 30 cm', '90 × 40 cm'],
    colors: 1,
    lines: [
      'A cloth mat for keyboard and mouse, with a stitched edge that will not fray.',
      'Smooth enough for low sensitivity, thick enough for a wobbly table.',
      'The rubber back holds on, also when you do not.',
    ],
    features: ['Stitched edge', 'Non-slip rubber back', '4 mm thick'],
    specifications: {
      Material: 'Polyester cloth, natural rubber',
      Care: 'Wipe with a damp cloth',
      Origin: 'Printed in Germany',
    },
    tags: ['mouse pad', 'setup', 'esports'],
    alt: 'under a keyboard and a mouse',
  },
  pin: {
    noun: 'Enamel Pin',
    productType: 'Enamel pin',
    category: 'collectibles',
    prices: [9, 10, 12],
    sizes: [],
    colors: 1,
    lines: [
      'Hard enamel in a gold-plated setting, on a card you can frame.',
      'Two posts at the back, so it never hangs upside down.',
      'About as large as a coin, and worth more to the right people.',
    ],
    features: ['Hard enamel', 'Two posts with rubber clutches', 'Numbered backing card'],
    specifications: {
      Material: 'Zinc alloy, hard enamel',
      Dimensions: '32 mm across',
      Origin: 'Designed in Portugal',
    },
    tags: ['badge', 'gift', 'stocking filler'],
    alt: 'on its backing card',
  },
  poster: {
    noun: 'Art Print',
    productType: 'Art print',
    category: 'collectibles',
    prices: [19, 24],
    sizes: ['A4', 'A3', 'A2'],
    colors: 1,
    lines: [
      'A giclée print on matt paper, every pixel with a hard edge.',
      'Printed with pigment inks that keep their color for decades. The frame in the picture is not included.',
      'Shipped flat, between two boards. The frame in the picture is not included.',
    ],
    features: ['Pigment inks on 200 g/m² matt paper', 'White border for framing', 'Shipped flat'],
    specifications: {
      Material: 'Acid-free paper, 200 g/m²',
      'Size Range': 'A4 to A2',
      Origin: 'Printed in Germany',
    },
    tags: ['poster', 'wall art', 'decoration', 'gift'],
    alt: 'framed on a wall',
  },
  keychain: {
    noun: 'Keychain',
    productType: 'Keychain',
    category: 'collectibles',
    prices: [8, 9],
    sizes: [],
    colors: 1,
    lines: [
      'A clear acrylic charm on a steel ring, printed on both sides.',
      'For keys, bags and controllers that all look alike.',
      'Thick acrylic with a rounded edge, kind to the phone in the same pocket.',
    ],
    features: ['Printed on both sides', 'Steel split ring', '4 mm acrylic'],
    specifications: {
      Material: 'Acrylic, stainless steel',
      Dimensions: '50 mm across',
      Origin: 'Made in Spain',
    },
    tags: ['key ring', 'charm', 'gift', 'stocking filler'],
    alt: 'with its ring',
  },
} as const satisfies Readonly<Record<string, Item>>;

export type ItemKey = keyof typeof ITEMS;
