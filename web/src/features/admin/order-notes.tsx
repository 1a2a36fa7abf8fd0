import { OrderNoteRequestSchema } from '@savepoint/model/order-changes';
import { ErrorState } from '../../components/empty-state.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toFailure } from './admin-endpoints.ts';
import { formatDateTime } from './format-date-time.ts';
import { useAddOrderNoteMutation, useOrderNotesQuery } from './order-endpoints.ts';

/** Staff's notes about an order, and a form for more. Shoppers cannot read them. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const { data: notes, isError, refetch } = useOrderNotesQuery(orderId);
  const [add] = useAddOrderNoteMutation();
  const form = useForm({
    schema: OrderNoteRequestSchema,
    toInput: ({ text }) => ({ orderId, text }),
    messages: { text: 'Write a note of at most 2,000 characters.' },
    resets: true,
    onSubmit: async (request) => {
      const { error } = await add(request);
      return error === undefined ? undefined : toFailure(error);
    },
  });
  return (
    <section className="card stack no-print" aria-labelledby="order-notes">
      <h2 id="order-notes">Internal notes</h2>
      {notes === undefined && isError && <ErrorState resource="the notes" onRetry={refetch} />}
      {notes === undefined && !isError && <Skeleton height="3rem" />}
      {notes !== undefined && notes.length > 0 && (
        <ul className="admin-rows">
          {notes.map((note) => (
            <li key={note.id}>
              <span className="admin-note">{note.text}</span>
              <span className="muted admin-small">
                {note.email ?? note.uid}, {formatDateTime(note.at)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Form form={form} className="stack" aria-label="New note">
        <TextAreaField
          label="New note"
          hint="Only shop staff can read it."
          rows={2}
          {...form.field('text')}
        />
        <div>
          <SubmitButton form={form} variant="secondary">
            Add note
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
