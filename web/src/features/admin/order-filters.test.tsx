// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { OrderFilters } from './order-filters.tsx';
import type { OrderFilter } from './order-query.ts';

const NONE: OrderFilter = { text: '', show: 'waiting', from: '', to: '', customer: '' };

/** The filters, with what they say. */
function Filters() {
  const [filter, setFilter] = useState(NONE);
  return (
    <>
      <OrderFilters
        filter={filter}
        onEdit={() => {}}
        onChange={(change) => setFilter({ ...filter, ...change })}
      />
      <output>{JSON.stringify(filter)}</output>
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('a day that is chosen before a search starts is kept when it does', () => {
  vi.useFakeTimers();
  render(<Filters />);
  fireEvent.change(screen.getByLabelText('Search orders'), { target: { value: 'ada' } });
  fireEvent.change(screen.getByLabelText('Placed from'), { target: { value: '2026-03-06' } });
  act(() => vi.advanceTimersByTime(1000));
  expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toEqual({
    ...NONE,
    text: 'ada',
    show: '',
    from: '2026-03-06',
  });
});
