import { RedeemGiftCardRequestSchema } from '@savepoint/model/credit-changes';
import { formatCents } from '@savepoint/model/money';
import { useDispatch } from 'react-redux';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { useRedeemGiftCardMutation } from '../../api/credit-endpoints.ts';
import { CodeField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { toastShown } from '../../lib/toast-slice.ts';

const UNREACHABLE = 'The card could not be redeemed. Try again in a moment.';

/** Turns a gift card into store credit. */
export function RedeemForm() {
  const dispatch = useDispatch();
  const [redeem] = useRedeemGiftCardMutation();
  const form = useForm({
    schema: RedeemGiftCardRequestSchema,
    messages: {
      code: {
        missing: 'Enter the code of your gift card.',
        invalid: 'Gift card codes have 16 letters and digits, such as 7K2M-9QXA-40TB-ZR8D.',
      },
    },
    asksBeforeLeaving: false,
    resets: true,
    onSubmit: async (request) => {
      const { data, error } = await redeem(request);
      if (data === undefined) return toCallableFailure(error, UNREACHABLE);
      dispatch(toastShown({ text: `${formatCents(data.cents)} added to your store credit.` }));
      return undefined;
    },
  });
  return (
    <Form form={form} className="stack settings-form" aria-label="Redeem a gift card">
      <CodeField label="Gift card code" {...form.field('code')} />
      <div>
        <SubmitButton form={form} pending="Redeeming…">
          Redeem
        </SubmitButton>
      </div>
    </Form>
  );
}
