// Owns choosing a size: radio buttons, sold-out sizes struck through but visible and choosable, so that the page can
// say what is missing.
import type { Variant } from '@savepoint/model/product';

interface SizePickerProps {
  readonly variants: readonly Variant[];
  readonly selected: string | undefined;
  readonly error?: string | undefined;
  readonly onSelect: (size: string) => void;
}

export function SizePicker({ variants, selected: chosen, error, onSelect: onChoose }: SizePickerProps) {
  return (
    <fieldset aria-describedby={error ? 'size-error' : undefined}>
      <legend className="field-label">Size{chosen && `: ${chosen}`}</legend>
      <div className="sizes">
        {variants.map(({ size, stock }) =>
          size === undefined ? null : (
            <label key={size} className={stock > 0 ? 'size' : 'size size-sold-out'}>
              <input
                type="radio"
                name="size"
                value={size}
                checked={chosen === size}
                aria-label={stock > 0 ? size : `${size}, sold out`}
                aria-invalid={error ? true : undefined}
                onChange={() => onChoose(size)}
              />
              <span className="chip" aria-hidden>
                {size}
              </span>
            </label>
          ),
        )}
      </div>
      {error && (
        <p className="field-error" id="size-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
