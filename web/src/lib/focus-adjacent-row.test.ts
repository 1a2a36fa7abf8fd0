// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { focusAdjacentRow } from './focus-adjacent-row.ts';

beforeEach(() => {
  document.body.innerHTML = `<main><h1 tabindex="-1">Cart</h1><ul>
    <li><a href="/1" tabindex="-1">picture</a><a href="/1" id="first">1</a><button id="drop-1">x</button></li>
    <li><a href="/2" id="second">2</a><button id="drop-2">x</button></li>
  </ul></main>`;
});

const drop = (id: string) => focusAdjacentRow(document.querySelector(`#drop-${id}`) as Element);

it('goes to the next row, from the last one to the one before', () => {
  drop('1');
  expect(document.activeElement?.id).toBe('second');
  drop('2');
  expect(document.activeElement?.id).toBe('first');
});

it('goes to the heading when no row is left', () => {
  document.querySelector('li')?.remove();
  drop('2');
  expect(document.activeElement?.tagName).toBe('H1');
});
