// The actions of a drop for the current user. The server decides; this shows its decisions.

import { EnterDropRequestSchema } from '@savepoint/model/drop';
import { type DropPhase, firstEntryTime, isWaitingRoomOpen } from '@savepoint/model/drop-phase';
import { describeEdition } from '@savepoint/model/edition';
import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { toCallableFailure } from '../../api/callable-failure.ts';
import {
  type HeardDrop,
  type OwnDropEntry,
  useDropEntryQuery,
  useEnterDropMutation,
  useLeaveDropMutation,
  useRemindOfDropMutation,
} from '../../api/drop-endpoints.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CodeField, SelectField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { orderPath } from '../../lib/paths.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { selectSession } from '../../session/session-slice.ts';
import { Countdown } from './countdown.tsx';
import { isTaken } from './drop-texts.ts';

const NOT_DONE = 'That did not work just now. Please try again in a moment.';

interface PanelProps {
  readonly drop: HeardDrop;
  readonly phase: DropPhase;
  /** The server's time, in milliseconds. */
  readonly now: number;
}

/** Puts won units into the cart: a size may have to be chosen. */
export type BuyUnits = (quantity: number) => ReactNode;

function LeaveButton({ dropId, children }: { dropId: string; children: ReactNode }) {
  const dispatch = useDispatch();
  const [leave, { isLoading }] = useLeaveDropMutation();
  return (
    <Button
      variant="quiet"
      busy={isLoading}
      onClick={async () => {
        const failure = toCallableFailure((await leave({ dropId })).error, NOT_DONE);
        if (failure !== undefined) dispatch(toastShown({ text: failure.message, tone: 'error' }));
      }}
    >
      {children}
    </Button>
  );
}

function ReminderButton({ dropId }: { dropId: string }) {
  const [remind, { isLoading, isSuccess, error }] = useRemindOfDropMutation();
  if (isSuccess)
    return (
      <p className="notice notice-success" role="status">
        We will email you an hour before it opens.
      </p>
    );
  return (
    <>
      <Button variant="secondary" busy={isLoading} onClick={() => void remind({ dropId, isOn: true })}>
        Remind me by email
      </Button>
      {error !== undefined && (
        <p className="notice notice-error" role="alert">
          {toCallableFailure(error, NOT_DONE)?.message}
        </p>
      )}
    </>
  );
}

/** The entry button, with the shopper's choices. */
export function EnterForm({ drop, isEarly }: { drop: HeardDrop; isEarly: boolean }) {
  const [enter] = useEnterDropMutation();
  const form = useForm({
    schema: EnterDropRequestSchema,
    toInput: ({ units = '1', code }) => ({
      ...{ dropId: drop.id, units: Number(units) },
      ...(code && { code }),
    }),
    messages: { code: 'Codes have 3 to 30 letters, digits, hyphens and underscores.' },
    asksBeforeLeaving: false,
    onSubmit: async (request) => toCallableFailure((await enter(request)).error, NOT_DONE),
  });
  return (
    <Form form={form} className="stack" aria-label="Enter the drop">
      {isEarly && drop.earlyAccess?.hasCode && (
        <CodeField
          label="Code for early access"
          hint="Leave it empty if your account is on the list."
          {...form.field('code')}
        />
      )}
      {drop.limitPerPerson > 1 && (
        <SelectField label="How many" {...form.field('units')}>
          {Array.from({ length: drop.limitPerPerson }, (_, index) => index + 1).map((count) => (
            <option key={count}>{count}</option>
          ))}
        </SelectField>
      )}
      <SubmitButton form={form} pending="Entering…" fullWidth>
        {drop.kind === 'draw' ? 'Enter the draw' : 'Get in line'}
      </SubmitButton>
    </Form>
  );
}

/** The state of the shopper's entry. */
function describeEntry(drop: HeardDrop, phase: DropPhase, { state, numbers, of = drop.units }: OwnDropEntry) {
  const edition = describeEdition({ numbers, of });
  switch (state) {
    case 'won':
      return `${edition} is yours to buy.`;
    case 'ordered':
      return `Your order of ${edition} waits for its payment.`;
    case 'bought':
      return `${edition} is yours.`;
    case 'missed':
      return 'Your time to order is over, and your unit went to the next in line.';
    default:
      return describeWaiting(drop.kind, phase);
  }
}

function describeWaiting(kind: HeardDrop['kind'], phase: DropPhase): string {
  if (phase === 'ended' || phase === 'stopped')
    return kind === 'draw' ? 'You were not drawn this time.' : 'It was sold out before your turn.';
  if (phase === 'drawing') return 'You are in. The draw is being made.';
  if (kind === 'line' && phase === 'announced')
    return 'You are in line. When it opens, the places of all who wait are drawn.';
  if (kind === 'line') return 'You are in line. If a unit comes back, it may be yours: we will email you.';
  return phase === 'selling'
    ? 'You were not drawn. If a winner does not buy, you may be next: we will email you.'
    : 'You are in the draw. We will email you if you win.';
}

function OwnEntry(props: PanelProps & { entry: OwnDropEntry; buy: BuyUnits }) {
  const { drop, phase, now, entry, buy } = props;
  const { numbers, payBy, orderId } = entry;
  const text = <strong>{describeEntry(drop, phase, entry)}</strong>;
  switch (entry.state) {
    case 'won':
      return (
        <>
          <p className="notice notice-success">{text}</p>
          {payBy !== undefined && <Countdown label="Order it within" leftMs={Date.parse(payBy) - now} />}
          {buy(numbers.length)}
          <LeaveButton dropId={drop.id}>I do not want it</LeaveButton>
        </>
      );
    case 'ordered':
    case 'bought':
      return (
        <>
          <p className="notice notice-success">{text}</p>
          {orderId !== undefined && (
            <ButtonLink to={orderPath(orderId)} fullWidth>
              {entry.state === 'bought' ? 'See your order' : 'Go to your order'}
            </ButtonLink>
          )}
        </>
      );
    case 'entered':
      return (
        <>
          <p className="notice">{text}</p>
          {phase !== 'ended' && phase !== 'stopped' && phase !== 'drawing' && (
            <LeaveButton dropId={drop.id}>Leave the {drop.kind}</LeaveButton>
          )}
        </>
      );
    default:
      return <p className="notice">{text}</p>;
  }
}

const OVER: Partial<Record<DropPhase, string>> = {
  drawing: 'The draw is being made.',
  selling: 'Nobody can enter anymore.',
  ended: 'This drop has ended.',
  stopped: 'This drop was stopped. Nobody can enter it anymore.',
};

/** Why nobody can enter; undefined if somebody can, or will. */
function describePhase(drop: HeardDrop, phase: DropPhase): string | undefined {
  return isTaken(drop, phase)
    ? `All ${drop.units} are taken. If one comes back, you can get it here.`
    : OVER[phase];
}

/** The actions of somebody without an entry. */
function Visitor({ drop, phase, now, isSignedIn }: PanelProps & { isSignedIn: boolean }) {
  const location = useLocation();
  const isWaitingRoom = phase === 'announced' && isWaitingRoomOpen(drop, new Date(now));
  const canEnter = phase === 'open' || (phase === 'announced' && now >= firstEntryTime(drop));
  const over = describePhase(drop, phase);
  if (over !== undefined) return <p className="notice">{over}</p>;
  if (!isSignedIn)
    return (
      <ButtonLink to="/login" state={{ from: location.pathname }} fullWidth>
        {canEnter ? 'Log in to enter' : 'Log in to be reminded'}
      </ButtonLink>
    );
  return (
    <>
      {isWaitingRoom && (
        <p className="notice">
          You can get in line already. When it opens, the places of all who wait are drawn; whoever comes
          later is behind them.
        </p>
      )}
      {canEnter && <EnterForm drop={drop} isEarly={phase === 'announced' && !isWaitingRoom} />}
      {phase === 'announced' && <ReminderButton dropId={drop.id} />}
    </>
  );
}

/** The countdown of a drop: until it opens, or until it closes. */
export function DropClock({ drop, phase, now }: PanelProps) {
  if (phase === 'announced') return <Countdown label="Opens in" leftMs={Date.parse(drop.opensAt) - now} />;
  if (phase === 'open') return <Countdown label="Closes in" leftMs={Date.parse(drop.closesAt) - now} />;
  return null;
}

/** The live part of a drop's page: its countdown and the shopper's actions. */
export function DropPanel({ buy, ...props }: PanelProps & { buy: BuyUnits }) {
  const session = useSelector(selectSession);
  const uid = session.user?.uid ?? '';
  const { currentData: entry, isError } = useDropEntryQuery(
    { dropId: props.drop.id, uid },
    { skip: uid === '' },
  );
  const isEntryKnown = session.status === 'signed-out' || entry !== undefined || isError;
  const own = uid === '' || entry == null || entry.state === 'left' ? undefined : entry;
  const canEnterAgain = own?.state === 'missed' && props.phase === 'open';
  return (
    <section className="card stack drop-panel" aria-label="This drop">
      {own?.state !== 'won' && <DropClock {...props} />}
      {/* Without what changes by the second. */}
      <p className="visually-hidden" role="status">
        {own === undefined
          ? describePhase(props.drop, props.phase)
          : describeEntry(props.drop, props.phase, own)}
      </p>
      {own !== undefined && <OwnEntry {...props} entry={own} buy={buy} />}
      {!isEntryKnown && <Skeleton height="3rem" />}
      {isEntryKnown && (own === undefined || canEnterAgain) && (
        <Visitor {...props} isSignedIn={session.status === 'signed-in'} />
      )}
    </section>
  );
}
