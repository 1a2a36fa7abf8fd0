import { useDispatch, useSelector } from 'react-redux';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { Button } from '../../components/button.tsx';
import { EmailText } from '../../components/email-text.tsx';
import { Field } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { selectSession } from '../../session/session-slice.ts';
import { useRequestStockAlertMutation } from './stock-alert-endpoints.ts';

const NOT_REQUESTED = 'We could not save your request. Please try again in a moment.';

interface StockAlertProps {
  readonly productId: string;
  /** Absent for a product without sizes. */
  readonly size: string | undefined;
}

/**
 * Requests one email when a sold-out size is back: one press for members, an address for guests.
 */
export function StockAlert(props: StockAlertProps) {
  const session = useSelector(selectSession);
  if (session.status === 'loading') return null;
  if (session.status === 'signed-in' && session.user.email !== '')
    return <MemberAlert {...props} email={session.user.email} />;
  return <GuestStockAlert {...props} />;
}

const itemOf = (size: string | undefined) => (size === undefined ? 'it' : `size ${size}`);
const requestOf = ({ productId, size }: StockAlertProps) => ({
  productId,
  ...(size !== undefined && { size }),
});

function Confirmation({ email, size }: { email: string; size: string | undefined }) {
  return (
    <p className="notice notice-success" role="status">
      We will email <EmailText>{email}</EmailText> once, when {itemOf(size)} is back.
    </p>
  );
}

function MemberAlert({ email, ...props }: StockAlertProps & { email: string }) {
  const dispatch = useDispatch();
  const [request, { isLoading, isSuccess }] = useRequestStockAlertMutation();
  if (isSuccess) return <Confirmation email={email} size={props.size} />;
  return (
    <div>
      <Button
        variant="secondary"
        busy={isLoading}
        onClick={async () => {
          const failure = toCallableFailure((await request(requestOf(props))).error, NOT_REQUESTED);
          if (failure !== undefined) dispatch(toastShown({ text: failure.message, tone: 'error' }));
        }}
      >
        Email me when {itemOf(props.size)} is back
      </Button>
    </div>
  );
}

/** The form of guests. */
export function GuestStockAlert(props: StockAlertProps) {
  const [request, { isSuccess, originalArgs }] = useRequestStockAlertMutation();
  const form = useForm({
    schema: async () => (await import('@savepoint/model/callables')).StockAlertRequestSchema,
    toInput: ({ email }) => ({ ...requestOf(props), email }),
    messages: {
      email: {
        missing: 'Enter your email address.',
        invalid: 'That does not look like an email address, e.g. name@example.com.',
      },
    },
    asksBeforeLeaving: false,
    onSubmit: async (wish) => toCallableFailure((await request(wish)).error, NOT_REQUESTED),
  });
  if (isSuccess) return <Confirmation email={originalArgs?.email ?? ''} size={props.size} />;
  return (
    <Form form={form} className="stack card" aria-label="Email me when it is back">
      <Field
        label={`Email me when ${itemOf(props.size)} is back`}
        type="email"
        required
        autoComplete="email"
        hint="You will get one email, and nothing else."
        {...form.field('email')}
      />
      <div>
        <SubmitButton form={form} variant="secondary">
          Email me
        </SubmitButton>
      </div>
    </Form>
  );
}
