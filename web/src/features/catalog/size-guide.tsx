import type { Product } from '@savepoint/model/product';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { useDialogInHistory } from '../../components/use-dialog-in-history.ts';
import { guessCountry } from '../../lib/guess-country.ts';
import { findSizeChart } from './size-charts.ts';
import { sortSizes } from './sort-sizes.ts';

const CM_PER_INCH = 2.54;
/** Countries that measure in inches. */
const INCH_COUNTRIES: readonly unknown[] = ['US', 'LR', 'MM'];

/** A length in centimeters, formatted as centimeters or as inches rounded to the nearest half. */
function formatLength(cm: number, unit: 'cm' | 'in'): string {
  return unit === 'cm' ? String(cm) : String(Math.round((cm / CM_PER_INCH) * 2) / 2);
}

/**
 * A dialog with the measures of a product's sizes; nothing if no chart fits the product or contains
 * any of the sizes.
 */
export function SizeGuide(props: { product: Pick<Product, 'name' | 'sizeGuide'>; sizes: readonly string[] }) {
  const dialog = useDialogInHistory('size-guide');
  const [chosenUnit, setUnit] = useState<'cm' | 'in'>();
  // The server does not know the browser's languages, but it renders no open dialog.
  const unit = chosenUnit ?? (dialog.isOpen && INCH_COUNTRIES.includes(guessCountry()) ? 'in' : 'cm');
  const chart = findSizeChart(props.product);
  const known = sortSizes(props.sizes).filter((size) => chart !== undefined && size in chart.cm);
  if (chart === undefined || known.length === 0) return null;
  return (
    <>
      <button type="button" className="link-button row" onClick={dialog.open}>
        <Icon name="ruler" /> Size guide
      </button>
      <Dialog open={dialog.isOpen} title="Size guide" onClose={dialog.close}>
        <div className="stack">
          <p>{chart.hint}</p>
          <fieldset className="row">
            <legend className="visually-hidden">Unit</legend>
            {(['cm', 'in'] as const).map((option) => (
              <label key={option} className="choice">
                <input type="radio" name="unit" checked={unit === option} onChange={() => setUnit(option)} />
                {option === 'cm' ? 'Centimeters' : 'Inches'}
              </label>
            ))}
          </fieldset>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
          <section className="table-scroll" aria-label="Measures" tabIndex={0}>
            <table className="size-table">
              <thead>
                <tr>
                  <th scope="col">Size</th>
                  {chart.columns.map((column) => (
                    <th key={column} scope="col">
                      {column} ({unit})
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {known.map((size) => (
                  <tr key={size}>
                    <th scope="row">{size}</th>
                    {chart.cm[size]?.map((cm, column) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: columns are fixed
                      <td key={column}>{formatLength(cm, unit)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <p className="muted">{chart.advice}</p>
        </div>
      </Dialog>
    </>
  );
}
