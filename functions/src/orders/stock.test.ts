import { expect, it } from 'vitest';
import { reserveLine, type StockMap, type StoredProduct } from './stock.ts';

it('a line of an order keeps the SKU of its size, by which the warehouse finds it', () => {
  const variants = [
    { size: 'S', stock: 3 },
    { size: 'M', stock: 2, sku: 'SP-TEE-M' },
  ];
  const product = { name: 'Tee', image: '/tee.webp', price: 45, variants, inStock: true } as StoredProduct;
  const stock: StockMap = new Map([['tee', product]]);
  const reserve = (size: string) => reserveLine(stock, { productId: 'tee', size, quantity: 1 });
  expect(reserve('M')).toMatchObject({ id: 'tee', size: 'M', sku: 'SP-TEE-M' });
  expect(reserve('S')).not.toHaveProperty('sku');
});
