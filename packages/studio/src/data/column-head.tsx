import { Icon } from '../components/icon.tsx';
import { type DataPath, dataHref } from '../firestore/data-path.ts';
import { Link } from '../navigation/navigation.tsx';

/** The path of a column, with each part a link. In a narrow window, the arrow leads to `up`. */
export function ColumnHead({ path, up }: { path: DataPath; up: readonly string[] }) {
  return (
    <div className="column-head">
      <Link className="icon-button column-back" href={dataHref({ ...path, segments: up })} aria-label="Back">
        <Icon name="back" />
      </Link>
      <span className="crumbs">
        {path.segments.map((segment, index) => {
          const segments = path.segments.slice(0, index + 1);
          return (
            <span key={segments.join('/')}>
              {index === 0 ? null : <span aria-hidden="true"> / </span>}
              <Link href={dataHref({ ...path, segments })}>{segment}</Link>
            </span>
          );
        })}
      </span>
    </div>
  );
}
