// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ignoreStrayClicks } from './ignore-stray-clicks.ts';

const onClick = vi.fn();

beforeAll(ignoreStrayClicks);
beforeEach(() => {
  onClick.mockClear();
  document.body.innerHTML = '<button id="close"><i></i></button><button id="remove"><i></i></button>';
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => onClick(button.id));
});

/** One press of a mouse. `detail` counts the presses at this place, as browsers do. */
function press(selector: string, detail: number): void {
  const target = document.querySelector(selector);
  for (const type of ['mousedown', 'mouseup', 'click'])
    target?.dispatchEvent(new MouseEvent(type, { detail, bubbles: true, cancelable: true }));
}

it('ignores the second click of a double click on something that was not there for the first', () => {
  press('#close', 1);
  press('#remove', 2);
  expect(onClick.mock.calls).toEqual([['close']]);
});

it('keeps fast clicks on one control, also if its icon changes', () => {
  press('#remove i', 1);
  document.querySelector('#remove i')?.replaceWith(document.createElement('b'));
  press('#remove b', 2);
  press('#remove', 3);
  expect(onClick).toHaveBeenCalledTimes(3);
});

it('keeps a single click on another control, and the click of a key', () => {
  press('#close', 1);
  press('#remove', 1);
  press('#close', 2);
  document.querySelector<HTMLElement>('#close')?.click();
  expect(onClick.mock.calls).toEqual([['close'], ['remove'], ['close']]);
});
