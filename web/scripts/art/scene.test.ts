import { describe, expect, it } from 'vitest';
import type { Piece } from './piece.ts';
import { PixelCanvas } from './pixel-canvas.ts';
import { Scene } from './scene.ts';
import { layTee } from './tees.ts';

const SIZE = { width: 96, height: 120 };
const createScene = () => new Scene({ ...SIZE, span: 86, backdrop: { color: '#d9d1c6', surface: 'paper' } });
const pixelsOf = (scene: Scene) => scene.develop().raw().toBuffer();
const brightness = (pixels: Buffer, x: number, y: number) => pixels[(y * SIZE.width + x) * 3] as number;

const BOARD: Piece = {
  shape: '<rect x="-20" y="-20" width="40" height="40"/>',
  ...{ color: '#808080', surface: 'smooth', thickness: 3, roundness: 3 },
};

describe('a scene', () => {
  it('has its lamp at the upper left: edges there are brighter, and shadows fall to the other side', async () => {
    const bare = await pixelsOf(createScene());
    const pixels = await pixelsOf(await createScene().lay(BOARD));
    // The board is from 26 to 70, and from 38 to 82.
    expect(brightness(pixels, 28, 60)).toBeGreaterThan(brightness(pixels, 68, 60) + 20);
    expect(brightness(pixels, 48, 40)).toBeGreaterThan(brightness(pixels, 48, 80) + 20);
    const darkened = (x: number, y: number) => brightness(bare, x, y) - brightness(pixels, x, y);
    expect(darkened(48, 84)).toBeGreaterThan(darkened(48, 36) + 4);
    expect(darkened(72, 60)).toBeGreaterThan(darkened(24, 60) + 4);
  });

  it('is not changed by a piece outside the picture', async () => {
    const scene = await createScene().lay(BOARD, { x: 400 });
    expect(await pixelsOf(scene)).toEqual(await pixelsOf(createScene()));
  });

  it('gives a tee the same folds each time, and other tees different ones', async () => {
    const print = new PixelCanvas(44).rect(10, 10, 20, 20, '#ff4d6d');
    const photograph = async (name: string) => {
      const scene = createScene();
      await layTee(scene, { name, fabric: '#1f6068', fit: 'Regular', print });
      return pixelsOf(scene);
    };
    const fox = await photograph('fox');
    expect(await photograph('fox')).toEqual(fox);
    expect(await photograph('owl')).not.toEqual(fox);
  });
});
