import { useId, useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { findFilterProblem, formatFilter } from '../firestore/data-path.ts';
import { OPERATORS, type Operator } from '../firestore/requests.ts';
import { useLocation, useNavigate, useSearchParams } from '../navigation/navigation.tsx';

/** Filters, order and collection group of the list, all stored in the address. */
export function QueryBar() {
  const [params, change] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const filters = params.getAll('where');
  const setFilters = (texts: readonly string[]) => {
    const next = new URLSearchParams(params);
    next.delete('where');
    for (const text of texts) next.append('where', text);
    const search = next.toString();
    navigate(`${pathname}${search === '' ? '' : `?${search}`}`, { replace: true });
  };
  const order = params.get('order') ?? '';
  return (
    <div className="query-bar">
      <div className="toolbar">
        <button
          type="button"
          className="button button-small"
          onClick={() => setIsAdding(!isAdding)}
          aria-expanded={isAdding}
        >
          <Icon name="add" /> Filter
        </button>
        <form
          key={order}
          onSubmit={(event) => {
            event.preventDefault();
            change({ order: String(new FormData(event.currentTarget).get('order')).trim() });
          }}
        >
          <input
            name="order"
            className="order-input"
            defaultValue={order}
            aria-label="Order by field, with a minus for descending"
            placeholder="Order by: field, -field"
            autoComplete="off"
          />
        </form>
        <label className="check">
          <input
            type="checkbox"
            checked={params.get('group') !== null}
            onChange={(event) => change({ group: event.target.checked ? '1' : null })}
          />
          Group
        </label>
      </div>
      {filters.length === 0 ? null : (
        <ul className="chips">
          {filters.map((text, index) => (
            <li key={text} className="chip">
              <code>{text}</code>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove the filter ${text}`}
                onClick={() => setFilters(filters.filter((_, each) => each !== index))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <FilterForm
          onAdd={(text) => {
            setFilters([...filters.filter((each) => each !== text), text]);
            setIsAdding(false);
          }}
        />
      ) : null}
    </div>
  );
}

function FilterForm({ onAdd }: { onAdd: (text: string) => void }) {
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  return (
    <form
      className="filter-form"
      onChange={() => setProblem(undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const field = String(form.get('field')).trim();
        const operator = form.get('operator') as Operator;
        const value = String(form.get('value'));
        const found = findFilterProblem(operator, value);
        setProblem(found);
        if (field !== '' && found === undefined) onAdd(formatFilter(field, operator, value));
      }}
    >
      <input name="field" aria-label="Field" placeholder="field" autoComplete="off" required />
      <select name="operator" aria-label="Operator">
        {Object.keys(OPERATORS).map((operator) => (
          <option key={operator}>{operator}</option>
        ))}
      </select>
      <input
        name="value"
        aria-label="Value: JSON, or text"
        placeholder={'text, 5, true, ["a"], {"$timestamp": …}'}
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
      />
      <button type="submit" className="button button-small">
        Add
      </button>
      {problem === undefined ? null : (
        <p id={problemId} className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
