import { formatCents } from '@savepoint/model/money';
import type { PromotionFields } from '@savepoint/model/promotion';
import type { ListedPromotion } from '@savepoint/model/promotion-changes';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useCategoriesQuery } from '../../api/catalogue-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage } from './admin-endpoints.ts';
import { formatDateTime } from './format-date-time.ts';
import { usePromotionsQuery, useSavePromotionMutation } from './promotion-endpoints.ts';
import { PromotionForm } from './promotion-form.tsx';
import { describeConditions, describeEffect, promotionState } from './promotion-labels.ts';

const NEW = 'new';

/** The editable fields. */
function fieldsOf(promotion: ListedPromotion): PromotionFields {
  const { id, version, uses, discountCents, isUsedUp, ...fields } = promotion;
  return fields;
}

function StopButton({ promotion }: { promotion: ListedPromotion }) {
  const { id, version, name, isStopped } = promotion;
  const dispatch = useDispatch();
  const [save, { isLoading }] = useSavePromotionMutation();
  const toggle = async () => {
    const { error } = await save({
      promotionId: id,
      version,
      promotion: { ...fieldsOf(promotion), isStopped: !isStopped },
    });
    dispatch(
      error === undefined
        ? toastShown({ text: `${name} is ${isStopped ? 'active again' : 'stopped'}.` })
        : toastShown({ text: errorMessage(error), tone: 'error' }),
    );
  };
  const label = isStopped ? 'Resume' : 'Stop';
  return (
    <Button variant="secondary" busy={isLoading} aria-label={`${label} ${name}`} onClick={toggle}>
      {label}
    </Button>
  );
}

function PromotionRow({ promotion, onEdit }: { promotion: ListedPromotion; onEdit: () => void }) {
  const { name, code, effect, startsAt, endsAt, uses, usesMax, discountCents, budgetCents } = promotion;
  const state = promotionState(promotion, new Date());
  return (
    <tr>
      <th scope="row">
        {code ?? 'Automatic'}
        <span className="muted admin-small">{name}</span>
      </th>
      <td>
        {describeEffect(effect)}
        <span className="muted admin-small">{describeConditions(promotion).join(' · ')}</span>
      </td>
      <td>
        <span className={state === 'Active' ? 'tag tag-mint' : 'tag'}>{state}</span>
        {startsAt !== undefined && state === 'Scheduled' && (
          <span className="muted admin-small">from {formatDateTime(startsAt)}</span>
        )}
        {endsAt !== undefined && <span className="muted admin-small">until {formatDateTime(endsAt)}</span>}
      </td>
      <td className="admin-amount">
        {uses}
        {usesMax !== undefined && ` of ${usesMax}`} {uses === 1 ? 'order' : 'orders'}
      </td>
      <td className="admin-amount">
        {formatCents(discountCents)} off
        {budgetCents !== undefined && (
          <span className="muted admin-small">of {formatCents(budgetCents)}</span>
        )}
      </td>
      <td>
        <div className="row">
          <Button variant="secondary" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <StopButton promotion={promotion} />
        </div>
      </td>
    </tr>
  );
}

function PromotionTable(props: { promotions: readonly ListedPromotion[]; onEdit: (id: string) => void }) {
  return (
    <section className="admin-scroll" aria-label="Promotions">
      <table className="admin-table admin-cards">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Discount</th>
            <th scope="col">State</th>
            <th scope="col">Used</th>
            <th scope="col">Discounts</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {props.promotions.map((promotion) => (
            <PromotionRow
              key={promotion.id}
              promotion={promotion}
              onEdit={() => props.onEdit(promotion.id)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The promotions with their uses, and a form for a new or edited one. */
export function PromotionPanel() {
  const { data: promotions, isError, refetch } = usePromotionsQuery();
  const { data: categories = [] } = useCategoriesQuery();
  const [edited, setEdited] = useState<string>();
  if (promotions === undefined)
    return isError ? <ErrorState resource="the promotions" onRetry={refetch} /> : <Skeleton height="16rem" />;
  const close = () => setEdited(undefined);
  return (
    <>
      {edited === undefined ? (
        <div>
          <Button onClick={() => setEdited(NEW)}>New promotion</Button>
        </div>
      ) : (
        <PromotionForm
          key={edited}
          promotion={promotions.find(({ id }) => id === edited)}
          categories={categories}
          onClose={close}
        />
      )}
      {promotions.length === 0 ? (
        edited === undefined && (
          <EmptyState icon="cart" title="There are no promotions yet">
            <p>A code that you send to people, or a discount that every cart gets.</p>
          </EmptyState>
        )
      ) : (
        <PromotionTable promotions={promotions} onEdit={setEdited} />
      )}
      <p className="muted">
        One promotion at most takes something off the items of an order, and one off its shipping: those that
        save the shopper the most.
      </p>
    </>
  );
}
