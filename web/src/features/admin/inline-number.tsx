// Owns a number in a table that can be changed in place: Enter or leaving keeps it, Escape puts it back, and what is no
// such number is put back with a word on why.
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { toastShown } from '../../lib/toast-slice.ts';

export function InlineNumber(props: {
  label: string;
  value: number;
  /** Decimals shown. */
  decimals: 0 | 2;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const { label, value, decimals, min, max } = props;
  const dispatch = useDispatch();
  const shown = value.toFixed(decimals);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);

  const commit = () => {
    const wanted = Number(typed);
    const isWhole = decimals === 2 ? /^\d+(\.\d{1,2})?$/.test(typed.trim()) : Number.isInteger(wanted);
    if (typed.trim() === '' || !isWhole || wanted < min || wanted > max) {
      setTyped(shown);
      const needed =
        decimals === 2
          ? `is not a price; write one from ${min.toFixed(2)} to ${max}, like 45 or 45.00`
          : `is not a number of units; write a whole number from ${min} to ${max}`;
      dispatch(
        toastShown({ text: `${label}: “${typed.trim()}” ${needed}. Nothing was changed.`, tone: 'error' }),
      );
      return;
    }
    if (wanted !== value) props.onChange(wanted);
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
        if (event.key === 'Escape') setTyped(shown);
      }}
    />
  );
}
