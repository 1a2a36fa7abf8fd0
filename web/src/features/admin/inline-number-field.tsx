import { parseDollars, parseWholeNumber } from '@savepoint/model/typed-digits';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { toastShown } from '../../lib/toast-slice.ts';

/**
 * A number that is edited in place: Enter or blur commits it, Escape resets it. An invalid value is
 * reset with an error toast.
 */
export function InlineNumberField(props: {
  label: string;
  value: number;
  /** 2 for prices, 0 for units. */
  decimals: 0 | 2;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const { label, value, decimals, min, max } = props;
  const dispatch = useDispatch();
  const formatted = value.toFixed(decimals);
  const [typed, setTyped] = useState(formatted);
  useEffect(() => setTyped(formatted), [formatted]);

  const commit = () => {
    const parsed = decimals === 2 ? parseDollars(typed) : parseWholeNumber(typed);
    if (parsed === undefined || parsed < min || parsed > max) {
      setTyped(formatted);
      const expectation =
        decimals === 2
          ? `is not a price; write one from ${min.toFixed(2)} to ${max}, like 45 or 45.00`
          : `is not a number of units; write a whole number from ${min} to ${max}`;
      dispatch(
        toastShown({
          text: `${label}: “${typed.trim()}” ${expectation}. Nothing was changed.`,
          tone: 'error',
        }),
      );
      return;
    }
    if (parsed !== value) props.onChange(parsed);
  };

  return (
    <input
      className="input admin-number"
      inputMode={decimals === 2 ? 'decimal' : 'numeric'}
      aria-label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setTyped(formatted);
      }}
    />
  );
}
