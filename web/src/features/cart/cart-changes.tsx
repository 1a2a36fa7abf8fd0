import { lineKey } from '@savepoint/model/cart';
import { formatCents, toCents } from '@savepoint/model/money';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { describeLine } from './cart-listeners.ts';
import { lineRemoved, pricesAccepted, quantitySet } from './cart-slice.ts';
import type { CurrentLine } from './check-line.ts';

/** True if the shopper must decide something before these lines can be ordered. */
export function hasChanges(lines: readonly CurrentLine[]): boolean {
  return lines.some(({ agreedPrice, problem }) => agreedPrice !== undefined || problem !== undefined);
}

/** The prices that changed since the shopper last saw them, and a button to accept them. */
export function PriceChanges({ lines }: { lines: readonly CurrentLine[] }) {
  const dispatch = useDispatch();
  const changed = lines.flatMap(({ line, agreedPrice }) =>
    agreedPrice === undefined ? [] : [{ key: lineKey(line), line, agreedPrice }],
  );
  return (
    // In the page from the start: a region inserted together with its text is not announced.
    <div role="status" className="cart-changes">
      {changed.length > 0 && (
        <section className="notice notice-warning" aria-label="New prices">
          <ul className="cart-changes-lines">
            {changed.map(({ key, line, agreedPrice }) => (
              <li key={key}>
                {describeLine(line)}: the price has changed from {formatCents(toCents(agreedPrice))} to{' '}
                <strong>{formatCents(toCents(line.price))}</strong>.
              </li>
            ))}
          </ul>
          <Button
            variant="secondary"
            onClick={() =>
              dispatch(pricesAccepted(Object.fromEntries(changed.map(({ key, line }) => [key, line.price]))))
            }
          >
            {changed.length === 1 ? 'Accept the new price' : 'Accept the new prices'}
          </Button>
        </section>
      )}
    </div>
  );
}

/** The lines that cannot be ordered, each with a button to fix it. */
export function StockProblems({ lines }: { lines: readonly CurrentLine[] }) {
  const dispatch = useDispatch();
  return (
    <div role="status" className="stack">
      {lines.map(({ line, problem }) => {
        if (problem === undefined) return null;
        const key = lineKey(line);
        const { available } = problem;
        return (
          <section key={key} className="notice notice-warning" aria-label={describeLine(line)}>
            <p>
              <strong>{describeLine(line)}:</strong> {problem.text}
            </p>
            <Button
              variant="secondary"
              onClick={() =>
                dispatch(available > 0 ? quantitySet({ key, quantity: available }) : lineRemoved(key))
              }
            >
              {available > 0 ? `Change to ${available}` : 'Remove'}
            </Button>
          </section>
        );
      })}
    </div>
  );
}
