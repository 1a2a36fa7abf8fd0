import { useState } from 'react';
import { Icon } from './icon.tsx';

/** Undefined for anything except digits, such as 1e1; full-width digits count. */
function parseQuantity(text: string): number | undefined {
  const digits = text.normalize('NFKC').trim();
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

interface QuantityStepperProps {
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  /** The counted item, such as 'Pixel Ronin Tee, size M'. */
  readonly item: string;
  readonly onChange: (value: number) => void;
}

/**
 * An integer input with minus and plus buttons. Values are clamped to `min` and `max`; text that is
 * not a whole number is reset.
 */
export function QuantityStepper({ value, min = 1, max, item, onChange }: QuantityStepperProps) {
  /** Undefined unless somebody is typing: the owner of the value may reject a new one. */
  const [typed, setTyped] = useState<string>();

  const commitValue = (requested: number) => {
    const clamped = Math.min(Math.max(requested, min), max);
    setTyped(undefined);
    if (clamped !== value) onChange(clamped);
  };
  const commit = () => typed !== undefined && commitValue(parseQuantity(typed) ?? value);

  return (
    <div className="stepper">
      <button
        type="button"
        aria-label={`Remove one ${item}`}
        // Not `disabled`: that would drop the keyboard focus.
        aria-disabled={value <= min}
        onClick={() => commitValue(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        inputMode="numeric"
        aria-label={`Quantity of ${item}`}
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <button
        type="button"
        aria-label={`Add one ${item}`}
        aria-disabled={value >= max}
        onClick={() => commitValue(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
