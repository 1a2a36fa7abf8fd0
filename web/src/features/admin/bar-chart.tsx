import { useId } from 'react';

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The value as text, such as '$12.00'. */
  readonly text: string;
}

const WIDTH = 600;
const HEIGHT = 120;
const GAP = 4;
/** Keeps values above zero visible. */
const BAR_MIN_HEIGHT = 3;

/**
 * Bars for non-negative values, from left to right. `label` and a summary name the image; the
 * values are in a table that opens below it, for everybody.
 */
export function BarChart(props: { label: string; columns: readonly [string, string]; bars: readonly Bar[] }) {
  const { label, columns, bars } = props;
  const id = useId();
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(1, bars.length);
  const highest = bars.reduce<Bar | undefined>(
    (best, bar) => (best && best.value >= bar.value ? best : bar),
    undefined,
  );
  return (
    <figure className="admin-chart">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: it is named by the caption and the summary */}
      <svg
        role="img"
        aria-labelledby={`${id}-label ${id}-summary`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ label: name, value }, index) => {
          const height = value <= 0 ? 0 : Math.max(BAR_MIN_HEIGHT, (value / max) * HEIGHT);
          return (
            <rect
              key={name}
              x={index * step + GAP / 2}
              y={HEIGHT - height}
              width={Math.max(1, step - GAP)}
              height={height}
            />
          );
        })}
      </svg>
      <figcaption>
        <span id={`${id}-label`}>{label}</span>
        <span id={`${id}-summary`} className="muted admin-small">
          {highest !== undefined && highest.value > 0
            ? `Highest: ${highest.text}, ${highest.label}.`
            : 'Nothing in this period.'}
        </span>
      </figcaption>
      <details>
        <summary>All values</summary>
        <div className="admin-scroll">
          <table className="admin-table">
            <thead>
              <tr>
                <th scope="col">{columns[0]}</th>
                <th scope="col" className="admin-amount">
                  {columns[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.label}>
                  <th scope="row">{bar.label}</th>
                  <td className="admin-amount">{bar.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
