import type { DropPhase } from '@savepoint/model/drop-phase';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useDrop } from '../../api/use-drop.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { dropPath } from '../../lib/paths.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, useAllProductsQuery } from './admin-endpoints.ts';
import { type PlannedDrop, usePlannedDropsQuery, useStopDropMutation } from './drop-endpoints.ts';
import { DropForm } from './drop-form.tsx';
import { formatDateTime } from './format-date-time.ts';

const NEW = 'new';

const PHASES: Readonly<Record<DropPhase, readonly [text: string, tone: string]>> = {
  announced: ['Announced', 'tag-sun'],
  open: ['Open', 'tag-mint'],
  drawing: ['Drawing', 'tag-sun'],
  selling: ['Selling', 'tag-mint'],
  ended: ['Ended', ''],
  stopped: ['Stopped', 'tag-coral'],
};

/** Asks for confirmation before a drop is stopped, which cannot be undone. */
function StopButton({ drop }: { drop: PlannedDrop }) {
  const dispatch = useDispatch();
  const [stop, { isLoading }] = useStopDropMutation();
  const [isOpen, setIsOpen] = useState(false);
  const confirm = async () => {
    const { error } = await stop({ dropId: drop.id });
    setIsOpen(false);
    dispatch(
      error === undefined
        ? toastShown({ text: `${drop.title} is stopped.` })
        : toastShown({ text: errorMessage(error), tone: 'error' }),
    );
  };
  return (
    <>
      <Button variant="secondary" aria-label={`Stop ${drop.title}`} onClick={() => setIsOpen(true)}>
        Stop
      </Button>
      <Dialog open={isOpen} title={`Stop ${drop.title}?`} onClose={() => setIsOpen(false)}>
        <p>
          Nobody can enter anymore, and no further unit is given out. Whoever has one can still order it in
          time. This cannot be undone.
        </p>
        <div className="row">
          <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
            Stop the drop
          </Button>
          <Button variant="quiet" onClick={() => setIsOpen(false)}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function DropRow({ planned, onEdit }: { planned: PlannedDrop; onEdit: () => void }) {
  const { drop, phase } = useDrop(planned.id);
  const [text, tone] = PHASES[phase];
  const isOver = phase === 'ended' || phase === 'stopped';
  return (
    <tr>
      <th scope="row">
        <ShopLink to={dropPath(planned.id)}>{planned.title}</ShopLink>
        <span className="muted admin-small">
          {planned.kind === 'draw' ? 'Draw' : 'Line'}
          {planned.size !== undefined && ` · ${planned.size}`}
        </span>
      </th>
      <td>{drop !== undefined && <span className={`tag ${tone}`}>{text}</span>}</td>
      <td>
        {formatDateTime(planned.opensAt)}
        <span className="muted admin-small">until {formatDateTime(planned.closesAt)}</span>
      </td>
      <td className="admin-amount">
        {drop === undefined ? '–' : `${drop.entries.toLocaleString('en-US')} entered`}
      </td>
      <td className="admin-amount">
        {drop === undefined ? '–' : `${planned.units - drop.left} of ${planned.units} given`}
      </td>
      <td>
        {drop !== undefined && !isOver && (
          <div className="row">
            <Button variant="secondary" aria-label={`Edit ${planned.title}`} onClick={onEdit}>
              Edit
            </Button>
            <StopButton drop={planned} />
          </div>
        )}
      </td>
    </tr>
  );
}

function DropTable(props: { drops: readonly PlannedDrop[]; onEdit: (id: string) => void }) {
  return (
    <section className="admin-scroll" aria-label="Drops">
      <table className="admin-table admin-cards">
        <thead>
          <tr>
            <th scope="col">Drop</th>
            <th scope="col">State</th>
            <th scope="col">Opens</th>
            <th scope="col">Entries</th>
            <th scope="col">Given out</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {props.drops.map((drop) => (
            <DropRow key={drop.id} planned={drop} onEdit={() => props.onEdit(drop.id)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The drops with their progress, live, and a form for a new or edited one. */
export function DropPlanPanel() {
  const { data: drops, isError, refetch } = usePlannedDropsQuery();
  const { data: products = [] } = useAllProductsQuery();
  const [edited, setEdited] = useState<string>();
  if (drops === undefined)
    return isError ? <ErrorState resource="the drops" onRetry={refetch} /> : <Skeleton height="16rem" />;
  const sold = products.filter(({ status = 'active', drop }) => status === 'active' && drop === undefined);
  return (
    <>
      {edited === undefined ? (
        <div>
          <Button onClick={() => setEdited(NEW)}>New drop</Button>
        </div>
      ) : (
        <DropForm
          key={edited}
          drop={drops.find(({ id }) => id === edited)}
          products={sold}
          onClose={() => setEdited(undefined)}
        />
      )}
      {drops.length === 0 ? (
        edited === undefined && (
          <EmptyState icon="crystal" title="There are no drops yet">
            <p>A limited edition with numbers, sold at a time, to those who come first or are drawn.</p>
          </EmptyState>
        )
      ) : (
        <DropTable drops={drops} onEdit={setEdited} />
      )}
    </>
  );
}
