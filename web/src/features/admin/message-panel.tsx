import {
  type ContactMessageStatus,
  ReplyToContactMessageRequestSchema,
  type StoredContactMessage,
} from '@savepoint/model/callables';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Field, SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { withoutEmpty } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, toFailure } from './admin-endpoints.ts';
import { customerPath } from './customer-table.tsx';
import { downloadCsv } from './download-csv.ts';
import { formatDateTime } from './format-date-time.ts';
import {
  useContactMessagesQuery,
  useReplyToContactMessageMutation,
  useSetContactMessageStatusMutation,
} from './people-endpoints.ts';

const PAGE_SIZE = 100;
const STATUS_TAGS = { open: 'tag-sun', replied: 'tag-mint', closed: '' } as const;

const statusOf = ({ status }: StoredContactMessage): ContactMessageStatus => status ?? 'open';

function ReplyForm({ message, onClose }: { message: StoredContactMessage; onClose: () => void }) {
  const dispatch = useDispatch();
  const [reply] = useReplyToContactMessageMutation();
  const form = useForm({
    schema: ReplyToContactMessageRequestSchema,
    toInput: (values) => ({ ...withoutEmpty(values), messageId: message.id }),
    messages: { reply: 'Write a reply of at most 5,000 characters.' },
    onSubmit: async (request) => {
      const { error } = await reply(request);
      if (error !== undefined) return toFailure(error);
      dispatch(toastShown({ text: `Your reply is on its way to ${message.email}.` }));
      onClose();
      return undefined;
    },
  });
  return (
    <Form form={form} className="stack" aria-label={`Reply to ${message.name}`}>
      <TextAreaField
        label="Reply"
        rows={5}
        hint={`It is sent to ${message.email} with your name, and quotes the message when the address is verified.`}
        {...form.field('reply')}
      />
      <div className="row">
        <SubmitButton form={form}>Send reply</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

function MessageCard({ message }: { message: StoredContactMessage }) {
  const dispatch = useDispatch();
  const [isReplying, setReplying] = useState(false);
  const [setStatus, { isLoading }] = useSetContactMessageStatusMutation();
  const status = statusOf(message);
  const change = async (next: 'open' | 'closed') => {
    const { error } = await setStatus({ messageId: message.id, status: next });
    if (error !== undefined) dispatch(toastShown({ text: errorMessage(error), tone: 'error' }));
  };
  return (
    <li className="card stack">
      <div className="row">
        <strong>{message.subject}</strong>
        <span className={`tag ${STATUS_TAGS[status]}`}>{status}</span>
      </div>
      <p className="muted">
        {message.userId === undefined ? (
          message.name
        ) : (
          <ShopLink to={customerPath(message.userId)}>{message.name}</ShopLink>
        )}
        , <a href={`mailto:${encodeURIComponent(message.email)}`}>{message.email}</a>,{' '}
        {formatDateTime(message.createdAt)}
      </p>
      <p className="admin-message">{message.message}</p>
      {message.replies?.map((reply) => (
        <div key={reply.at} className="admin-reply">
          <p className="muted">
            Replied by {reply.email}, {formatDateTime(reply.at)}
          </p>
          <p className="admin-message">{reply.text}</p>
        </div>
      ))}
      {isReplying ? (
        <ReplyForm message={message} onClose={() => setReplying(false)} />
      ) : (
        <div className="row">
          <Button aria-label={`Reply to ${message.subject}`} onClick={() => setReplying(true)}>
            Reply
          </Button>
          {status === 'open' ? (
            <Button
              variant="secondary"
              busy={isLoading}
              aria-label={`Close without a reply: ${message.subject}`}
              onClick={() => change('closed')}
            >
              Close without a reply
            </Button>
          ) : (
            <Button
              variant="secondary"
              busy={isLoading}
              aria-label={`Reopen ${message.subject}`}
              onClick={() => change('open')}
            >
              Reopen
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const HEADER = ['createdAt', 'status', 'name', 'email', 'subject', 'message', 'replies'];

function exportMessages(messages: readonly StoredContactMessage[]): void {
  const rows = messages.map((message) => [
    message.createdAt,
    statusOf(message),
    message.name,
    message.email,
    message.subject,
    message.message,
    (message.replies ?? []).map(({ text }) => text).join('\n\n'),
  ]);
  downloadCsv('messages.csv', [HEADER, ...rows]);
}

/** The contact messages, newest first; initially those that wait for a reply. */
export function MessagePanel() {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [status, setStatus] = useState<ContactMessageStatus | ''>('open');
  const [text, setText] = useState('');
  const {
    data: messages,
    isError,
    isFetching,
    refetch,
  } = useContactMessagesQuery(limit, { refetchOnMountOrArgChange: true });
  if (messages === undefined) {
    return isError ? <ErrorState resource="the messages" onRetry={refetch} /> : <Skeleton height="20rem" />;
  }
  const wanted = text.trim().toLowerCase();
  const shown = messages.filter(
    (message) =>
      (status === '' || statusOf(message) === status) &&
      [message.name, message.email, message.subject, message.message]
        .join('\n')
        .toLowerCase()
        .includes(wanted),
  );
  return (
    <>
      <search className="admin-filters">
        <Field
          label="Search messages"
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SelectField
          label="Show"
          value={status}
          onChange={(event) => setStatus(event.target.value as ContactMessageStatus | '')}
        >
          <option value="open">Open</option>
          <option value="replied">Replied</option>
          <option value="closed">Closed</option>
          <option value="">All</option>
        </SelectField>
        <div>
          <Button variant="secondary" disabled={shown.length === 0} onClick={() => exportMessages(shown)}>
            Export CSV
          </Button>
        </div>
      </search>
      <p role="status">{shown.length === 1 ? '1 message' : `${shown.length} messages`}</p>
      {shown.length === 0 &&
        (status === 'open' && wanted === '' ? (
          <EmptyState icon="mail" art="saved" title="Every message is answered">
            <p>What people write on the contact page appears here.</p>
          </EmptyState>
        ) : (
          <EmptyState icon="mail" title="No messages match">
            <p>Change the search, or show other messages.</p>
          </EmptyState>
        ))}
      <ul className="admin-rows" aria-label="Messages">
        {shown.map((message) => (
          <MessageCard key={message.id} message={message} />
        ))}
      </ul>
      {messages.length === limit && (
        <div>
          <Button variant="secondary" busy={isFetching} onClick={() => setLimit(limit + PAGE_SIZE)}>
            Load older messages
          </Button>
        </div>
      )}
    </>
  );
}
