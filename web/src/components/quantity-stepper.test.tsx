// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { QuantityStepper } from './quantity-stepper.tsx';

afterEach(cleanup);

/** Replaces the quantity 2 and leaves the field; returns the new quantity, if any. */
function type(text: string): unknown {
  const onChange = vi.fn();
  render(<QuantityStepper value={2} max={99} item="Tee" onChange={onChange} />);
  const input = screen.getByRole('textbox', { name: 'Quantity of Tee' });
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
  return onChange.mock.calls[0]?.[0];
}

describe('QuantityStepper', () => {
  it.each([
    ['3', 3],
    ['３', 3],
    ['1000', 99],
    ['0', 1],
  ])('takes %s as %i', (text, quantity) => {
    expect(type(text)).toBe(quantity);
  });

  it.each(['0x10', '1e1', '1.5', '-3', 'two', ''])('keeps the quantity when %j is typed', (text) => {
    expect(type(text)).toBeUndefined();
  });
});
