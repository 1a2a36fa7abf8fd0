// Owns the choice of a whole number: a minus, a field one can type in, a plus. Text that is no whole number changes
// nothing and is put back.
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

interface QuantityStepperProps {
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  /** What is counted, e.g. 'Quantity of Pixel Ronin Tee, size M'. */
  readonly label: string;
  readonly onChange: (value: number) => void;
}

export function QuantityStepper({ value, min = 1, max, label, onChange }: QuantityStepperProps) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);

  const choose = (wanted: number) => {
    const allowed = Math.min(Math.max(wanted, min), max);
    setTyped(String(allowed));
    if (allowed !== value) onChange(allowed);
  };
  const commit = () => choose(typed.trim() !== '' && Number.isInteger(Number(typed)) ? Number(typed) : value);

  return (
    <div className="stepper">
      <button
        type="button"
        aria-label={`Less: ${label}`}
        // Not `disabled`, which would take the focus from who presses it by keyboard.
        aria-disabled={value <= min}
        onClick={() => choose(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        inputMode="numeric"
        aria-label={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <button
        type="button"
        aria-label={`More: ${label}`}
        aria-disabled={value >= max}
        onClick={() => choose(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
