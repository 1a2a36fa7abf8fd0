import { CREDIT_CENTS_MAX, IssueGiftCardRequestSchema } from '@savepoint/model/credit-changes';
import { formatCents } from '@savepoint/model/money';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { withoutEmpty } from '../../lib/form-values.ts';
import { toFailure } from './admin-endpoints.ts';
import { useIssueGiftCardMutation } from './credit-endpoints.ts';
import { typedCents } from './typed-numbers.ts';

interface Issued {
  readonly code: string;
  readonly email: string | undefined;
}

function GiftCardForm({ onIssued }: { onIssued: (issued: Issued) => void }) {
  const [issue] = useIssueGiftCardMutation();
  const [requestId] = useState(() => crypto.randomUUID());
  const form = useForm({
    schema: IssueGiftCardRequestSchema,
    toInput: ({ cents, ...values }) => ({ ...withoutEmpty(values), cents: typedCents(cents), requestId }),
    messages: {
      cents: `Enter an amount up to ${formatCents(CREDIT_CENTS_MAX)}, such as 25.`,
      reason: 'Say what the card is for; the audit log keeps it.',
      email: 'Enter an email address, or nothing.',
    },
    onSubmit: async (request) => {
      const { data, error } = await issue(request);
      if (data === undefined) return toFailure(error);
      onIssued({ code: data.code, email: request.email });
      return undefined;
    },
  });
  return (
    <Form form={form} className="stack" aria-label="Issue a gift card">
      <Field label="Amount in $" inputMode="decimal" {...form.field('cents')} />
      <Field label="Reason" hint="For the audit log." {...form.field('reason')} />
      <Field
        label="Email address (optional)"
        type="email"
        hint="We mail the code to it."
        {...form.field('email')}
      />
      <Field label="Message (optional)" hint="In the mail." maxLength={200} {...form.field('message')} />
      <div>
        <SubmitButton form={form}>Issue the card</SubmitButton>
      </div>
    </Form>
  );
}

/** Copies the code where the browser allows it; it can be selected, too. */
function CopyCode({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    // Pages without HTTPS on another machine have no clipboard.
    navigator.clipboard?.writeText(code).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <Button variant="secondary" onClick={copy}>
      {isCopied ? 'Copied' : 'Copy the code'}
    </Button>
  );
}

/** A button that issues a gift card and shows its code once. */
export function GiftCardButton() {
  const [open, setOpen] = useState(false);
  const [issued, setIssued] = useState<Issued>();
  const close = () => {
    setOpen(false);
    setIssued(undefined);
  };
  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Issue a gift card
      </Button>
      <Dialog open={open} title="Issue a gift card" onClose={close}>
        {issued === undefined ? (
          <GiftCardForm onIssued={setIssued} />
        ) : (
          <div className="stack" role="status">
            <p>
              <code className="credit-balance">{issued.code}</code>
            </p>
            <p>
              {issued.email === undefined
                ? 'Copy the code now: it is not shown again.'
                : `It is on its way to ${issued.email}, and is not shown again.`}
            </p>
            <div className="row">
              <CopyCode code={issued.code} />
              <Button onClick={close}>Done</Button>
            </div>
          </div>
        )}
      </Dialog>
    </div>
  );
}
