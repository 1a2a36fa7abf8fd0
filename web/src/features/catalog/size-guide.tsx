import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { sortSizes } from './listing.ts';

/** Half chest, length and sleeve of our tees in centimetres, measured flat. */
const TEE_CM: Readonly<Record<string, readonly [chest: number, length: number, sleeve: number]>> = {
  XS: [46, 66, 19],
  S: [49, 69, 20],
  M: [52, 72, 21],
  L: [55, 74, 22],
  XL: [58, 76, 23],
  '2XL': [61, 78, 24],
  '3XL': [64, 80, 25],
};
const CM_PER_INCH = 2.54;

/** A length in centimetres, formatted as centimetres or as inches rounded to the nearest half. */
function formatLength(cm: number, unit: 'cm' | 'in'): string {
  return unit === 'cm' ? String(cm) : String(Math.round((cm / CM_PER_INCH) * 2) / 2);
}

/** A dialog with the measurements of the given sizes; nothing when none of them is a known size. */
export function SizeGuide({ sizes }: { sizes: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const [unit, setUnit] = useState<'cm' | 'in'>('cm');
  const known = sortSizes(sizes).filter((size) => size in TEE_CM);
  if (known.length === 0) return null;
  return (
    <>
      <button type="button" className="link-button row" onClick={() => setOpen(true)}>
        <Icon name="ruler" /> Size guide
      </button>
      <Dialog open={open} title="Size guide" onClose={() => setOpen(false)}>
        <div className="stack">
          <p>Measured flat. Lay a shirt you like on a table and compare.</p>
          <fieldset className="row">
            <legend className="visually-hidden">Unit</legend>
            {(['cm', 'in'] as const).map((option) => (
              <label key={option} className="choice">
                <input type="radio" name="unit" checked={unit === option} onChange={() => setUnit(option)} />
                {option === 'cm' ? 'Centimetres' : 'Inches'}
              </label>
            ))}
          </fieldset>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
          <section className="table-scroll" aria-label="Measures" tabIndex={0}>
            <table className="size-table">
              <thead>
                <tr>
                  <th scope="col">Size</th>
                  <th scope="col">Half chest ({unit})</th>
                  <th scope="col">Length ({unit})</th>
                  <th scope="col">Sleeve ({unit})</th>
                </tr>
              </thead>
              <tbody>
                {known.map((size) => (
                  <tr key={size}>
                    <th scope="row">{size}</th>
                    {TEE_CM[size]?.map((cm, column) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: columns are fixed
                      <td key={column}>{formatLength(cm, unit)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <p className="muted">Between two sizes? Take the larger one for a relaxed fit.</p>
        </div>
      </Dialog>
    </>
  );
}
