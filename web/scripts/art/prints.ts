// The thirteen prints and the prints on some backs, each of 44 by 44 pixels. They are independent
// of the garment.
import { PixelCanvas } from './pixel-canvas.ts';
import { drawCentredText, drawText } from './pixel-font.ts';

const SIZE = 44;
const INK = '#14121f';
const canvas = () => new PixelCanvas(SIZE);

function stripedSun(c: PixelCanvas, cx: number, cy: number, r: number, colors: readonly string[]): void {
  c.disc(cx, cy, r, colors[0] as string);
  c.fillWhere((x, y) => {
    const inside = (x - cx) ** 2 + (y - cy) ** 2 <= r * r + r * 0.4;
    if (inside) {
      const band = Math.floor(((y - (cy - r)) / (2 * r + 1)) * colors.length);
      c.set(x, y, y > cy && (y - cy) % 4 === 0 ? undefined : colors[band]);
    }
    return false;
  }, INK);
}

function pixelRonin(): PixelCanvas {
  const c = canvas();
  stripedSun(c, 22, 17, 16, ['#ffd23f', '#ffb02e', '#ff7a3d', '#ff4d5e']);
  c.polygon(
    [
      [10, 17],
      [22, 8],
      [34, 17],
      [34, 19],
      [10, 19],
    ],
    '#9c6330',
  );
  c.rect(10, 18, 24, 1, '#6b401b').rect(18, 19, 8, 4, '#f0c8a0').rect(18, 21, 8, 3, '#2b2545');
  c.polygon(
    [
      [14, 24],
      [30, 24],
      [36, 42],
      [8, 42],
    ],
    '#2b2545',
  );
  c.polygon(
    [
      [19, 24],
      [25, 24],
      [22, 32],
    ],
    '#f4f2ff',
  ).rect(13, 33, 18, 2, '#ff4d5e');
  c.line(32, 28, 42, 40, '#dfe7ff', 2).rect(30, 26, 4, 3, '#ffd23f').line(4, 40, 40, 40, '#2b2545', 2);
  c.rect(15, 36, 3, 6, '#3d3563').rect(26, 36, 3, 6, '#3d3563');
  return c;
}

const GUARDIANS = [
  '#ff4d6d',
  '#ffd23f',
  '#35f2bd',
  '#7c5cff',
  '#ff8a3d',
  '#4cc9f0',
  '#f15bb5',
  '#b8f35a',
  '#ffffff',
];

/**
 * Nine symmetrical creatures of 12 by 12 pixels from a pseudo-random generator with a fixed seed.
 */
function drawGuardians(): PixelCanvas[] {
  let seed = 41;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  return GUARDIANS.map((color) => {
    const c = new PixelCanvas(12);
    for (let y = 0; y < 11; y += 1)
      for (let x = 0; x < 6; x += 1) {
        const isCore = x > 2 && y > 2 && y < 9;
        if (isCore || (y > 0 && random() > 0.52)) c.set(x, y, color).set(11 - x, y, color);
      }
    return c.rect(3, 4, 2, 2, INK).rect(7, 4, 2, 2, INK).rect(4, 8, 4, 1, INK);
  });
}

/** Copies a drawing, each of its pixels as a square of `scale` pixels. */
function paste(onto: PixelCanvas, from: PixelCanvas, left: number, top: number, scale = 1): void {
  for (let y = 0; y < from.height; y += 1)
    for (let x = 0; x < from.width; x += 1) {
      const color = from.get(x, y);
      if (color !== undefined) onto.rect(left + x * scale, top + y * scale, scale, scale, color);
    }
}

/** Eight guardians; the ninth is on the back. */
function bossRush(): PixelCanvas {
  const c = canvas();
  for (const [index, guardian] of drawGuardians().slice(0, -1).entries())
    paste(c, guardian, 1 + (index % 3) * 15, 1 + Math.floor(index / 3) * 15);
  drawText(c, '?', 34, 32, '#ffffff', 2);
  return c;
}

function ninthGuardian(): PixelCanvas {
  const c = canvas();
  paste(c, drawGuardians().at(-1) as PixelCanvas, 4, 4, 3);
  return c;
}

function clubRules(): PixelCanvas {
  const c = canvas();
  const lines = ['CLUB RULES', '1 FALL', '2 RESPAWN', '3 REPEAT'];
  for (const [index, line] of lines.entries())
    drawText(c, line, 3, 4 + index * 9, index === 0 ? '#ffd23f' : '#ffffff');
  return c.rect(3, 10, 38, 1, '#ffd23f');
}

/** Draws the save-point crystal with its tip at (cx, top); `half` is half of its width. */
export function drawCrystal(c: PixelCanvas, cx: number, top: number, half: number, height: number): void {
  const middle = top + height * 0.4;
  const bottom = top + height;
  c.polygon(
    [
      [cx, top],
      [cx + half, middle],
      [cx, bottom],
      [cx - half, middle],
    ],
    '#4cc9f0',
  );
  c.polygon(
    [
      [cx, top],
      [cx, bottom],
      [cx - half, middle],
    ],
    '#8be9ff',
  );
  c.polygon(
    [
      [cx, top],
      [cx + half * 0.45, middle],
      [cx, bottom],
      [cx - half * 0.45, middle],
    ],
    '#c9f6ff',
  );
  c.polygon(
    [
      [cx, middle],
      [cx + half, middle],
      [cx, bottom],
    ],
    '#2f6bff',
  );
  c.polygon(
    [
      [cx, middle],
      [cx + half * 0.45, middle],
      [cx, bottom],
    ],
    '#58b8ff',
  );
  c.rect(cx - half * 0.4, top + height * 0.24, Math.max(1, half * 0.2), height * 0.12, '#ffffff');
}

function savePoint(): PixelCanvas {
  const c = canvas();
  for (const [x, y] of [
    [5, 10],
    [38, 6],
    [9, 24],
    [36, 22],
    [3, 33],
    [40, 31],
    [14, 4],
    [30, 2],
  ] as const) {
    c.set(x, y, '#c9f6ff')
      .set(x - 1, y, '#4cc9f0')
      .set(x + 1, y, '#4cc9f0');
    c.set(x, y - 1, '#4cc9f0').set(x, y + 1, '#4cc9f0');
  }
  drawCrystal(c, 22, 3, 10, 30);
  for (const [rx, y, color] of [
    [17, 38, '#35f2bd'],
    [12, 38, '#0f7d66'],
  ] as const) {
    c.fillWhere((px, py) => {
      const d = ((px - 21.5) / rx) ** 2 + ((py - y) / (rx / 4)) ** 2;
      return d <= 1 && d > 0.62;
    }, color);
  }
  return c;
}

function neonMecha(): PixelCanvas {
  const c = canvas();
  c.polygon(
    [
      [22, 6],
      [22, 22],
      [13, 20],
      [12, 11],
    ],
    '#e8ecff',
  ).rect(12, 11, 10, 2, '#f15bb5');
  c.polygon(
    [
      [14, 12],
      [4, 1],
      [8, 1],
      [18, 9],
    ],
    '#ffd23f',
  );
  c.rect(15, 14, 7, 3, INK).rect(16, 15, 5, 1, '#35f2bd').rect(19, 18, 3, 4, '#9aa3d6');
  c.polygon(
    [
      [22, 23],
      [22, 42],
      [12, 42],
      [10, 25],
    ],
    '#7c5cff',
  ).rect(16, 26, 6, 6, '#f15bb5');
  c.rect(18, 28, 4, 2, '#ffffff').polygon(
    [
      [11, 23],
      [2, 22],
      [1, 30],
      [9, 33],
    ],
    '#e8ecff',
  );
  c.rect(2, 31, 6, 9, '#9aa3d6').rect(3, 40, 5, 3, '#f15bb5').rect(13, 34, 8, 2, '#4c35b8');
  c.mirror();
  for (const [x, y] of [
    [1, 3],
    [40, 8],
    [11, 0],
    [34, 15],
    [0, 16],
    [43, 24],
  ] as const)
    c.rect(x, y, 1, 4, '#4cc9f0');
  return c;
}

function respawnClub(): PixelCanvas {
  const c = canvas();
  c.polygon(
    [
      [2, 2],
      [42, 2],
      [42, 24],
      [22, 43],
      [2, 24],
    ],
    '#ffd23f',
  );
  c.polygon(
    [
      [5, 5],
      [39, 5],
      [39, 23],
      [22, 39],
      [5, 23],
    ],
    '#3a1d6e',
  );
  const heart = ['.xx.xx.', 'xxxxxxx', 'xxxxxxx', '.xxxxx.', '..xxx..', '...x...'];
  c.sprite(15, 18, heart, { x: '#ff4d6d' }, 2).rect(17, 20, 2, 2, '#ffd1da');
  drawCentredText(c, 'RESPAWN', 9, '#ffffff');
  drawText(c, '+1', 31, 36, '#35f2bd');
  return c;
}

function manaPotion(): PixelCanvas {
  const c = canvas();
  c.disc(21.5, 28, 14, '#dff4ff').disc(21.5, 28, 12.5, '#29205c');
  c.fillWhere((x, y) => (x - 21.5) ** 2 + (y - 28) ** 2 <= 160 && y > 24 + Math.sin(x / 3) * 1.3, '#5a6dff');
  c.fillWhere((x, y) => (x - 21.5) ** 2 + (y - 28) ** 2 <= 160 && y > 33, '#3c46e0');
  c.rect(17, 5, 10, 12, '#dff4ff').rect(18, 7, 8, 10, '#29205c').rect(15, 9, 14, 2, '#dff4ff');
  c.rect(18, 1, 8, 6, '#b5793e').rect(18, 3, 8, 1, '#8a5526');
  c.disc(16, 30, 1.6, '#c5d2ff').disc(25, 34, 2, '#c5d2ff').disc(24, 27, 1, '#c5d2ff');
  c.rect(11, 22, 2, 6, '#ffffff').rect(13, 20, 2, 2, '#ffffff').rect(15, 36, 13, 5, '#ffd23f');
  drawText(c, 'MP', 18, 36, INK);
  return c;
}

function spiritFox(): PixelCanvas {
  const c = canvas();
  for (let tail = 0; tail < 9; tail += 1) {
    const angle = Math.PI * (1.05 + (tail / 8) * 0.9);
    const [x, y] = [21.5 + Math.cos(angle) * 18, 26 + Math.sin(angle) * 20];
    c.line(21, 28, x, y, tail % 2 === 0 ? '#ff8a3d' : '#ffb066', 3);
    c.disc(x, y, 2.6, '#fff3e0').set(x, y, '#7ee8ff');
  }
  c.polygon(
    [
      [22, 22],
      [22, 43],
      [17, 39],
      [9, 29],
      [10, 15],
      [16, 22],
    ],
    '#ff8a3d',
  );
  c.polygon(
    [
      [22, 30],
      [22, 42],
      [18, 38],
      [12, 31],
    ],
    '#fff3e0',
  );
  c.polygon(
    [
      [11, 18],
      [14, 23],
      [11, 26],
    ],
    '#3a1d2e',
  );
  c.rect(14, 28, 4, 2, INK).rect(15, 28, 1, 1, '#ffd23f').rect(20, 39, 2, 3, INK);
  c.rect(21, 23, 1, 5, '#ff4d5e').rect(19, 25, 2, 1, '#ff4d5e');
  for (let x = 0; x < 22; x += 1)
    for (let y = 13; y < 44; y += 1) {
      const color = c.get(x, y);
      if (color !== undefined) c.set(43 - x, y, color);
    }
  return c;
}

function dungeonMap(): PixelCanvas {
  const c = canvas();
  c.rect(0, 0, SIZE, SIZE, '#f6ecd2').fillWhere((x, y) => x % 4 === 0 || y % 4 === 0, '#e5d6b0');
  const rooms = [
    [3, 3, 11, 9],
    [22, 4, 16, 8],
    [5, 19, 10, 12],
    [21, 20, 9, 8],
    [32, 29, 10, 12],
    [14, 35, 12, 6],
  ] as const;
  const halls = [
    [13, 7, 10, 2],
    [8, 11, 2, 9],
    [29, 11, 2, 20],
    [14, 24, 8, 2],
    [29, 30, 4, 2],
    [24, 38, 9, 2],
    [25, 27, 2, 3],
  ] as const;
  for (const [x, y, w, h] of [...rooms, ...halls]) c.rect(x, y, w, h, '#2f4fa8');
  for (const [x, y, w, h] of rooms) c.rect(x + 1, y + 1, w - 2, h - 2, '#fbf6e6');
  for (const [x, y, w, h] of halls) c.rect(x, y, w, h, '#fbf6e6');
  c.rect(7, 6, 2, 2, '#d8324f').line(35, 33, 39, 37, '#d8324f', 2).line(39, 33, 35, 37, '#d8324f', 2);
  c.rect(25, 6, 4, 3, '#b5793e').rect(26, 7, 2, 1, '#ffd23f').rect(24, 23, 2, 2, '#2f4fa8');
  for (let step = 0; step < 6; step += 1) c.rect(7 + step, 23 + step, 1, 1, '#d8324f');
  for (const [x, y] of [
    [9, 14],
    [18, 8],
    [30, 16],
    [30, 22],
    [17, 25],
  ] as const)
    c.set(x, y, '#d8324f');
  drawText(c, 'B3', 36, 14, '#2f4fa8');
  return c;
}

function arcadeDragon(): PixelCanvas {
  const c = canvas();
  stripedSun(c, 29, 15, 12, ['#ffe66d', '#ff9f6b', '#ff5fa2', '#c04dff']);
  for (const [x, h, w] of [
    [0, 8, 5],
    [5, 13, 5],
    [11, 6, 4],
    [15, 10, 6],
    [22, 15, 4],
    [27, 7, 6],
    [34, 12, 5],
    [39, 9, 5],
  ] as const) {
    c.rect(x, SIZE - h, w, h, '#2c1560');
    for (let y = SIZE - h + 2; y < SIZE - 1; y += 3) c.set(x + 1, y, '#35f2bd').set(x + w - 2, y, '#f15bb5');
  }
  for (let t = 0; t <= 90; t += 1) {
    const u = t / 90;
    const [x, y] = [6 + u * 26, 25 + Math.sin(u * 8.2) * 8 - u * 6];
    c.disc(x, y, 3.4 - (1 - u) * 2.2, '#20c997');
    if (t % 9 === 0) c.rect(x, y - 5, 2, 2, '#ffd23f');
    c.set(x, y + 2, '#0e7f63');
  }
  c.polygon(
    [
      [28, 10],
      [39, 11],
      [43, 17],
      [36, 19],
      [28, 20],
    ],
    '#20c997',
  ).rect(36, 18, 6, 2, '#ffffff');
  c.rect(34, 13, 2, 2, '#ffffff')
    .set(35, 13, INK)
    .line(30, 10, 26, 4, '#ffd23f', 2)
    .line(34, 10, 33, 4, '#ffd23f', 2);
  c.line(41, 20, 43, 26, '#ff7a3d', 2);
  return c;
}

function moonlitShinobi(): PixelCanvas {
  const c = canvas();
  c.disc(24, 17, 16, '#f6f1d5')
    .disc(18, 12, 2.4, '#ded6ac')
    .disc(30, 20, 3, '#ded6ac')
    .disc(26, 8, 1.4, '#ded6ac');
  c.polygon(
    [
      [0, 36],
      [10, 30],
      [26, 36],
      [26, 44],
      [0, 44],
    ],
    '#1f2a5c',
  ).polygon(
    [
      [22, 40],
      [34, 33],
      [44, 39],
      [44, 44],
      [22, 44],
    ],
    '#2b3a7a',
  );
  c.fillWhere((x, y) => y > 37 && c.get(x, y) !== undefined && x % 4 === 0, '#16204a');
  c.disc(20, 15, 3.6, '#1b1b33')
    .rect(18, 14, 5, 1, '#f0c8a0')
    .line(17, 16, 6, 13, '#ff4d6d', 2)
    .line(9, 15, 4, 18, '#ff4d6d');
  c.polygon(
    [
      [17, 18],
      [24, 18],
      [27, 26],
      [18, 27],
    ],
    '#1b1b33',
  )
    .line(24, 20, 32, 16, '#1b1b33', 2)
    .line(31, 17, 38, 9, '#dfe7ff');
  c.line(20, 26, 13, 31, '#1b1b33', 3).line(25, 25, 31, 29, '#1b1b33', 3).line(31, 29, 29, 33, '#1b1b33', 2);
  c.rect(17, 22, 9, 1, '#7c5cff').line(16, 19, 11, 23, '#1b1b33', 2);
  return c;
}

function goldenCartridge(): PixelCanvas {
  const c = canvas();
  c.polygon(
    [
      [6, 5],
      [38, 5],
      [38, 36],
      [34, 42],
      [10, 42],
      [6, 36],
    ],
    '#f2b705',
  ).rect(6, 5, 32, 3, '#ffe27a');
  c.rect(35, 8, 3, 28, '#c88a00').rect(6, 8, 2, 28, '#ffe27a').rect(11, 1, 22, 4, '#c88a00');
  for (let x = 12; x < 33; x += 4) c.rect(x, 1, 2, 4, '#8a5c00');
  c.rect(10, 11, 24, 20, '#fff8e1').rect(11, 12, 22, 18, '#7c1fd1').rect(11, 22, 22, 8, '#3a0d78');
  stripedSun(c, 21.5, 20, 6, ['#ffe66d', '#ff9f6b', '#ff5fa2']);
  c.polygon(
    [
      [29, 31],
      [34, 31],
      [34, 26],
    ],
    '#e7dcc0',
  )
    .rect(14, 35, 16, 2, '#c88a00')
    .rect(14, 38, 16, 1, '#c88a00');
  drawCentredText(c, 'QUEST', 24, '#ffffff');
  return c;
}

function inputHistory(): PixelCanvas {
  const c = canvas();
  const arrow = ['..x..', '.xxx.', 'xxxxx', '..x..', '..x..'];
  const turned = [
    arrow,
    [...arrow].reverse(),
    ['..x..', '.xx..', 'xxxxx', '.xx..', '..x..'],
    ['..x..', '..xx.', 'xxxxx', '..xx.', '..x..'],
  ];
  const order = [0, 0, 1, 1, 2, 3, 2, 3];
  order.forEach((kind, index) => {
    const color = ['#35f2bd', '#ffd23f', '#f15bb5', '#4cc9f0'][kind] as string;
    c.sprite((index % 4) * 11, 4 + Math.floor(index / 4) * 12, turned[kind] ?? [], { x: color }, 2);
  });
  c.disc(13, 34, 5, '#ff4d6d').disc(31, 34, 5, '#5a2df5');
  drawText(c, 'B', 12, 32, '#ffffff');
  drawText(c, 'A', 30, 32, '#ffffff');
  return c;
}

function goodGame(): PixelCanvas {
  const c = canvas();
  c.rect(2, 4, 40, 36, '#14121f').rect(4, 6, 36, 32, '#1d3b2f');
  drawCentredText(c, 'GOOD', 9, '#b8f35a', 2);
  drawCentredText(c, 'GAME', 24, '#b8f35a', 2);
  for (let y = 6; y < 38; y += 3) c.fillWhere((x, py) => py === y && c.get(x, py) === '#b8f35a', '#8fce3a');
  return c;
}

/** The print of each product, by id. */
export const PRINTS: Readonly<Record<string, () => PixelCanvas>> = {
  'pixel-ronin-tee': pixelRonin,
  'boss-rush-tee': bossRush,
  'save-point-tee': savePoint,
  'neon-mecha-tee': neonMecha,
  'respawn-club-tee': respawnClub,
  'mana-potion-tee': manaPotion,
  'spirit-fox-tee': spiritFox,
  'combo-breaker-sleeves': inputHistory,
  'lag-slayer-gloves': goodGame,
  'dungeon-map-tee': dungeonMap,
  'arcade-dragon-tee': arcadeDragon,
  'moonlit-shinobi-tee': moonlitShinobi,
  'golden-cartridge-tee': goldenCartridge,
};

/** The prints on backs that differ from the front. */
export const BACK_PRINTS: Readonly<Record<string, () => PixelCanvas>> = {
  'boss-rush-tee': ninthGuardian,
  'respawn-club-tee': clubRules,
};
