import { ORDER_STATUSES } from '@savepoint/model/order-status';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { statusLabel } from './order-labels.ts';
import type { OrderFilter } from './order-query.ts';

/** The pause after the last key before a search starts. */
const TYPING_PAUSE_MS = 300;

/** The typed text, and a debounced call of `onChange`. A change of the URL from outside wins. */
function useTypedText(text: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [last, setLast] = useState(text);
  if (last !== text) {
    setLast(text);
    setTyped(text);
  }
  // The latest one: other changes since the last key must not be lost.
  const report = useEffectEvent(onChange);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => report(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}

/**
 * Search, status and days of the list of orders. A customer's list has no search and no status.
 * `onEdit` is called at once, `onChange` when a search starts.
 */
export function OrderFilters(props: {
  filter: OrderFilter;
  onEdit: () => void;
  onChange: (change: Partial<OrderFilter>) => void;
}) {
  const { filter, onChange } = props;
  const [typed, setTyped] = useTypedText(filter.text, (text) => onChange({ text, show: '' }));
  return (
    <search className="admin-filters" onChange={props.onEdit}>
      {filter.customer === '' ? (
        <>
          <Field
            label="Search orders"
            type="search"
            placeholder="Number, email or name"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <SelectField
            label="Show"
            value={filter.show}
            onChange={(event) => onChange({ show: event.target.value })}
          >
            <option value="waiting">To process</option>
            <option value="unpaid-by-staff">Made by staff, not paid</option>
            <option value="returns">With a return</option>
            <option value="returns-to-decide">Return to decide</option>
            <option value="returns-to-receive">Return on its way</option>
            <option value="problems">Needs attention</option>
            <option value="">All</option>
            {ORDER_STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusLabel(status)}
              </option>
            ))}
          </SelectField>
        </>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => onChange({ customer: '' })}>
            Show all customers
          </Button>
        </div>
      )}
      <Field
        label="Placed from"
        type="date"
        value={filter.from}
        max={filter.to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <Field
        label="Placed until"
        type="date"
        value={filter.to}
        min={filter.from || undefined}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </search>
  );
}
