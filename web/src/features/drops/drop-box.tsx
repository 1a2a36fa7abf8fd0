import { useDrop } from '../../api/use-drop.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { dropPath } from '../../lib/paths.ts';
import { DropClock } from './drop-panel.tsx';
import { phaseTag } from './drop-texts.ts';
import './drops.css';

/** The state of the drop that sells a product, on its page, with a link. */
export function DropBox({ dropId, size }: { readonly dropId: string; readonly size: string | undefined }) {
  const { drop, phase, now, isError, isMissing } = useDrop(dropId);
  if (drop === undefined && !isError && !isMissing) return <Skeleton height="16.5rem" />;
  const [text, tone] = drop === undefined ? ['Limited edition', 'tag-sun'] : phaseTag(drop, phase);
  return (
    <section className="card stack drop-panel" aria-label="Drop">
      <p className="row">
        <span className={`tag ${tone}`}>{text}</span>
        <span className="muted">
          {size === undefined ? 'Sold in a drop only' : `Size ${size} is sold in a drop only`}
        </span>
      </p>
      {drop !== undefined && <DropClock drop={drop} phase={phase} now={now} />}
      <ButtonLink to={dropPath(dropId)} fullWidth>
        Go to the drop
      </ButtonLink>
    </section>
  );
}
