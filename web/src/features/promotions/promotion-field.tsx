import type { AppliedPromotion } from '@savepoint/model/evaluate-promotions';
import { formatCents } from '@savepoint/model/money';
import { CheckPromotionRequestSchema } from '@savepoint/model/promotion-changes';
import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { Button } from '../../components/button.tsx';
import { CodeField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { Icon } from '../../components/icon.tsx';
import { selectUser } from '../../session/session-slice.ts';
import { useLazyCheckPromotionQuery } from './promotion-endpoints.ts';
import { codeEntered, codeRemoved } from './promotion-slice.ts';
import './promotion-field.css';

const UNREACHABLE = 'The code could not be checked. Try again in a moment.';

interface PromotionFieldProps {
  readonly code: string | null;
  readonly problem: string | undefined;
  readonly isChecking: boolean;
  /** The discount of the entered code, if it applies. */
  readonly applied: AppliedPromotion | undefined;
}

function EnterCode() {
  const dispatch = useDispatch();
  const uid = useSelector(selectUser)?.uid ?? null;
  const [check] = useLazyCheckPromotionQuery();
  const form = useForm({
    schema: CheckPromotionRequestSchema,
    messages: {
      code: { missing: 'Enter a code.', invalid: 'Codes have 3 to 30 letters and digits.' },
    },
    asksBeforeLeaving: false,
    onSubmit: async ({ code }) => {
      const { error } = await check({ code, uid });
      if (error !== undefined) return toCallableFailure(error, UNREACHABLE);
      dispatch(codeEntered(code));
      return undefined;
    },
  });
  return (
    <Form form={form} className="promotion-form" aria-label="Enter a promo code">
      <CodeField label="Promo code" {...form.field('code')} />
      <SubmitButton form={form} variant="secondary" pending="Checking…">
        Apply
      </SubmitButton>
    </Form>
  );
}

/** The entered code, with its discount or why it does not apply. */
function EnteredCode({ code, problem, isChecking, applied }: PromotionFieldProps) {
  const dispatch = useDispatch();
  const cents = applied === undefined ? 0 : applied.discountCents + applied.shippingCents;
  return (
    <div className="promotion-entered">
      <p role="status">
        <span className="promotion-code">
          {applied !== undefined && <Icon name="check" className="icon-text" />}
          {code}
        </span>
        {applied !== undefined && <span className="muted">You save {formatCents(cents)}.</span>}
        {isChecking && <span className="muted">Checking…</span>}
        {problem !== undefined && (
          <span className="field-error">
            <Icon name="alert" className="icon-text" />
            {problem}
          </span>
        )}
      </p>
      <Button variant="quiet" aria-label={`Remove code ${code}`} onClick={() => dispatch(codeRemoved())}>
        Remove
      </Button>
    </div>
  );
}

/** The field for a promo code, or the code with a remove button. */
export function PromotionField(props: PromotionFieldProps) {
  const container = useRef<HTMLDivElement>(null);
  const hasCode = props.code !== null;
  const before = useRef(hasCode);
  useEffect(() => {
    if (before.current === hasCode) return;
    before.current = hasCode;
    // The focused control is gone; another tab had no focus here.
    if (document.activeElement !== document.body) return;
    container.current?.querySelector<HTMLElement>(hasCode ? 'button' : 'input')?.focus();
  }, [hasCode]);
  return <div ref={container}>{hasCode ? <EnteredCode {...props} /> : <EnterCode />}</div>;
}
