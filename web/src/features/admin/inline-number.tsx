// Owns a number in a table that can be changed in place: Enter or leaving keeps it, Escape puts it back.
import { useEffect, useState } from 'react';

export function InlineNumber(props: {
  label: string;
  value: number;
  /** Decimals shown. */
  decimals: 0 | 2;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const { value, decimals, min, max } = props;
  const shown = value.toFixed(decimals);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);

  const commit = () => {
    const wanted = Number(typed);
    const isWhole = decimals === 2 ? /^\d+(\.\d{1,2})?$/.test(typed.trim()) : Number.isInteger(wanted);
    if (typed.trim() === '' || !isWhole || wanted < min || wanted > max) {
      setTyped(shown);
      return;
    }
    if (wanted !== value) props.onChange(wanted);
  };

  return (
    <input
      className="input admin-number"
      inputMode={decimals === 2 ? 'decimal' : 'numeric'}
      aria-label={props.label}
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
