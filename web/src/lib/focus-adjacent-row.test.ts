// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { focusAdjacentRow } from './focus-adjacent-row.ts';

beforeEach(() => {
  document.body.innerHTML = `<main><h1 tabindex="-1">Cart</h1><ul>
    <li><a href="/1" tabindex="-1">image</a><a href="/1" id="first">1</a><button id="remove-1">x</button></li>
    <li><a href="/2" id="second">2</a><button id="remove-2">x</button></li>
  </ul></main>`;
});

const remove = (id: string) => focusAdjacentRow(document.querySelector(`#remove-${id}`) as Element);

describe('focusAdjacentRow', () => {
  it('focuses the next row, and the previous one from the last row', () => {
    remove('1');
    expect(document.activeElement?.id).toBe('second');
    remove('2');
    expect(document.activeElement?.id).toBe('first');
  });

  it("focuses the page's heading when there is no other row", () => {
    document.querySelector('li')?.remove();
    remove('2');
    expect(document.activeElement?.tagName).toBe('H1');
  });
});
