import {
  type ChangeSettingsRequest,
  entrySchema,
  SETTINGS,
  type SettingsSection,
} from '@savepoint/model/settings';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import type { FormSchema, FormValues } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, toFailure } from './admin-endpoints.ts';
import { formatDateTime } from './format-date-time.ts';
import { toIsoTime } from './local-time.ts';
import {
  type SectionState,
  useChangeSettingsMutation,
  useSettingsSectionQuery,
} from './settings-endpoints.ts';
import { type Editor, EditorContext } from './settings-fields.tsx';
import { SettingsHistory } from './settings-history.tsx';
import { type Path, toMeant, valueAt, withValueAt } from './typed-values.ts';
import { useUndoToast } from './undo.ts';
import { undoPublication } from './undo-publication.ts';
import './settings.css';

/** Messages for invalid values, by the last part of their path. */
const MESSAGES: Readonly<Record<string, string>> = {
  cents: 'Enter an amount such as 5.99, or 0 for free.',
  freeOverCents: 'Enter an amount such as 50.',
  from: 'Enter a number that is not negative.',
  min: 'Enter 1 to 90 days.',
  max: 'Enter 1 to 90 days.',
  defaultGrams: 'Enter whole grams.',
  rate: 'Enter a percentage from 0 to 100.',
  url: 'Enter an address that starts with https://.',
  name: 'Enter a name.',
  senderName: 'Enter a name of at most 60 characters.',
  title: 'Enter a title of at most 80 characters.',
  label: 'Enter the words of the link.',
  heading: 'Enter a heading.',
  question: 'Enter a question.',
  answer: 'Enter an answer of at most 2,000 characters.',
  category: 'Choose a category.',
  dutiesNotice: 'Enter a sentence of at most 500 characters.',
  text: 'Enter a text; this is missing or too long.',
};

/** The action of a button. A scheduled draft stays scheduled when it is saved. */
function toAction(action: string, publishAt: string | undefined, scheduledAt: string | undefined): object {
  if (action === 'publish' || action === 'unschedule')
    return { action: action === 'publish' ? 'publish' : 'save' };
  if (action === 'schedule') return { action: 'publish', publishAt: toIsoTime(publishAt) ?? '' };
  return scheduledAt === undefined ? { action: 'save' } : { action: 'publish', publishAt: scheduledAt };
}

/** The message after a request that published nothing. */
function describeSaved(request: FormRequest, scheduledAt: string | undefined): string {
  if (request.action === 'save')
    return scheduledAt === undefined ? 'Draft saved.' : 'The draft is no longer scheduled.';
  if (request.publishAt === undefined) return 'This is published already.';
  return request.publishAt === scheduledAt ? 'Draft saved. It stays scheduled.' : 'The draft is scheduled.';
}

/** The request of a form whose button selects the action. */
type FormRequest = Extract<ChangeSettingsRequest, { action: 'save' | 'publish' }>;

/** The version of the section that the editor has seen; the server rejects changes to any other. */
type Seen = Pick<ChangeSettingsRequest, 'version' | 'draftSavedAt'>;

function requestSchema(section: SettingsSection): FormSchema<FormRequest> {
  return {
    safeParse: (input) => {
      const request = input as FormRequest;
      const parsed = entrySchema(section).safeParse(request.value);
      if (parsed.success) return { success: true, data: { ...request, value: parsed.data } };
      const issues = parsed.error.issues.map(({ code, path, message }) => ({
        code: 'custom',
        path,
        message:
          code === 'custom' ? message : (MESSAGES[String(path.at(-1))] ?? 'This is missing or not valid.'),
      }));
      return { success: false, error: { issues } };
    },
  };
}

function describeState({ published, draft, versions }: SectionState): string {
  const [newest] = versions;
  const now =
    published === null
      ? 'The defaults are live.'
      : `Version ${published.version} is live, published ${formatDateTime(published.publishedAt)} by ${newest?.email ?? 'staff'}.`;
  if (draft === null) return now;
  const by = draft.email === undefined ? '' : ` by ${draft.email}`;
  if (draft.publishAt !== undefined)
    return `${now} A draft${by} will be published within five minutes of ${formatDateTime(draft.publishAt)}.`;
  return `${now} This is a draft${by}, saved ${formatDateTime(draft.savedAt)}; shoppers do not see it.`;
}

interface SettingsEditorProps {
  readonly section: SettingsSection;
  /** The name of the form. */
  readonly title: string;
  /** Where shoppers would see the draft; absent if no page shows it. */
  readonly previewPath?: string;
  readonly children: ReactNode;
}

function LoadedEditor({
  section,
  title,
  previewPath,
  children,
  state,
  onReplaced,
}: SettingsEditorProps & { state: SectionState; onReplaced: () => void }) {
  const dispatch = useDispatch();
  const [change, { isLoading }] = useChangeSettingsMutation();
  const [value, setValue] = useState<unknown>(
    () => state.draft?.value ?? state.published?.value ?? SETTINGS[section].defaults,
  );
  const [seen, setSeen] = useState<Seen>(() => ({
    version: state.published?.version ?? 0,
    ...(state.draft !== null && { draftSavedAt: state.draft.savedAt }),
  }));
  const [isScheduling, setScheduling] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const showUndo = useUndoToast(undoPublication);
  const scheduledAt = state.draft?.publishAt;
  const [newest] = state.versions;
  // Undone by the toast, which outlives this form: it shows the version published then.
  const isUndone = newest?.restored !== undefined && newest.version === seen.version + 1;
  useEffect(() => {
    if (isUndone) onReplaced();
  }, [isUndone, onReplaced]);
  const form = useForm<FormRequest>({
    schema: requestSchema(section),
    toInput: ({ action = 'publish', publishAt }: FormValues) => ({
      section,
      ...seen,
      value: toMeant(value),
      ...toAction(action, publishAt, scheduledAt),
      ...(action === 'preview' && { preview: true }),
    }),
    onSubmit: async ({ preview, ...request }: FormRequest & { preview?: boolean }) => {
      // Within the click, or the browser treats it as a popup.
      const page = preview ? window.open('about:blank', 'preview') : null;
      if (request.action === 'publish' && request.publishAt === '')
        return { message: 'Choose a day and a time.', field: 'publishAt' };
      const { data, error } = await change(request);
      if (error !== undefined) {
        page?.close();
        return toFailure(error);
      }
      const before = seen.version;
      setSeen(data);
      setScheduling(false);
      if (page !== null) page.location.href = `${previewPath}?preview=${section}`;
      const isScheduled = request.action === 'publish' && request.publishAt !== undefined;
      if (request.action === 'publish' && !isScheduled && data.version > before)
        showUndo('Published. Pages show it within a minute.', {
          section,
          version: data.version,
          restored: before,
        });
      else
        dispatch(
          toastShown({
            text: describeSaved(request, scheduledAt),
          }),
        );
      return undefined;
    },
  });
  const editor: Editor = {
    form,
    get: <Value,>(path: Path) => valueAt(value, path) as Value,
    set: (path, next) => setValue((before: unknown) => withValueAt(before, path, next)),
    removeEntry: (path, index) =>
      setValue((before: unknown) => {
        const entries = valueAt(before, path) as readonly unknown[];
        return withValueAt(
          before,
          path,
          entries.filter((_, at) => at !== index),
        );
      }),
  };
  const apply = async (request: { action: 'discard' } | { action: 'restore'; restored: number }) => {
    const { error } = await change({ section, ...seen, ...request });
    if (error === undefined) {
      dispatch(
        toastShown({ text: request.action === 'discard' ? 'The draft is discarded.' : 'Published again.' }),
      );
      onReplaced();
    } else dispatch(toastShown({ text: errorMessage(error), tone: 'error' }));
  };
  return (
    <>
      <Form form={form} className="stack settings-editor" aria-label={title}>
        <p className="settings-state" role="status">
          {describeState(state)}
          {state.draft?.problem !== undefined && (
            <strong> It was not published: {state.draft.problem}</strong>
          )}
        </p>
        <EditorContext value={editor}>{children}</EditorContext>
        <div className="settings-bar">
          <SubmitButton form={form} name="action" value="publish">
            Publish
          </SubmitButton>
          <SubmitButton form={form} name="action" value="save" variant="secondary">
            Save draft
          </SubmitButton>
          {previewPath !== undefined && (
            <SubmitButton form={form} name="action" value="preview" variant="secondary">
              Preview
            </SubmitButton>
          )}
          <Button
            variant="quiet"
            aria-expanded={isScheduling}
            onClick={() => setScheduling((before) => !before)}
          >
            {scheduledAt === undefined ? 'Schedule…' : 'Change the time…'}
          </Button>
          {scheduledAt !== undefined && (
            <SubmitButton form={form} name="action" value="unschedule" variant="quiet">
              Cancel the schedule
            </SubmitButton>
          )}
          {state.draft !== null && (
            <Button variant="quiet" onClick={() => setDiscarding(true)}>
              Discard draft
            </Button>
          )}
          {isScheduling && (
            <div className="settings-schedule">
              <Field label="Publish at" type="datetime-local" {...form.field('publishAt')} />
              <SubmitButton form={form} name="action" value="schedule">
                Schedule
              </SubmitButton>
            </div>
          )}
        </div>
      </Form>
      <Dialog open={isDiscarding} title="Discard the draft?" onClose={() => setDiscarding(false)}>
        <p>What shoppers see stays. The draft cannot be brought back.</p>
        <div className="row">
          <Button variant="danger" busy={isLoading} onClick={() => apply({ action: 'discard' })}>
            Discard draft
          </Button>
          <Button variant="quiet" onClick={() => setDiscarding(false)}>
            Cancel
          </Button>
        </div>
      </Dialog>
      <SettingsHistory
        state={state}
        busy={isLoading}
        onRestore={(restored) => apply({ action: 'restore', restored })}
      />
    </>
  );
}

/** A section of the settings with its draft, its publication and its history. */
export function SettingsEditor(props: SettingsEditorProps) {
  const { data: state, isError, refetch } = useSettingsSectionQuery(props.section);
  const [round, setRound] = useState(0);
  const onReplaced = useCallback(
    () => void refetch().then(() => setRound((before) => before + 1)),
    [refetch],
  );
  if (state === undefined)
    return isError ? <ErrorState resource="the settings" onRetry={refetch} /> : <Skeleton height="24rem" />;
  return <LoadedEditor {...props} key={round} state={state} onReplaced={onReplaced} />;
}
