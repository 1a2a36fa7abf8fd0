import type { Variant } from '@savepoint/model/product';

interface SizePickerProps {
  readonly variants: readonly Variant[];
  readonly selected: string | undefined;
  readonly error?: string | undefined;
  readonly onSelect: (size: string) => void;
}

/**
 * Radio buttons for sizes. Sold-out sizes are struck through but selectable, so that the page can
 * explain their stock.
 */
export function SizePicker({ variants, selected, error, onSelect }: SizePickerProps) {
  return (
    <fieldset aria-describedby={error ? 'size-error' : undefined}>
      <legend className="field-label">Size{selected && `: ${selected}`}</legend>
      <div className="sizes">
        {variants.map(({ size, stock }) =>
          size === undefined ? null : (
            <label key={size} className={stock > 0 ? 'size' : 'size size-sold-out'}>
              <input
                type="radio"
                name="size"
                value={size}
                checked={selected === size}
                aria-label={stock > 0 ? size : `${size}, sold out`}
                aria-invalid={error ? true : undefined}
                onChange={() => onSelect(size)}
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
