import {
  type ChangeSettingsRequest,
  entrySchema,
  SETTINGS,
  type SettingsSection,
} from '@savepoint/model/settings';
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/empty-state.tsx';
import { Field, TextAreaField } from '../../components/field.tsx';
import { Form, type FormState, SubmitButton, useForm } from '../../components/form.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import type { FormSchema, FormValues } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, toFailure } from './admin-endpoints.ts';
import { toIsoTime } from './local-time.ts';
import { formatDateTime } from './order-labels.ts';
import {
  type SectionState,
  useChangeSettingsMutation,
  useSettingsSectionQuery,
} from './settings-endpoints.ts';
import {
  type NumberFormat,
  type Path,
  toMeant,
  typedNumber,
  typedText,
  valueAt,
  withValueAt,
} from './typed-values.ts';
import './settings.css';

/** What to say at a value that is not valid, by the last part of its path. */
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

/** The controls of a section, by the path of their value. */
export interface Editor {
  readonly form: FormState;
  readonly get: <Value>(path: Path) => Value;
  readonly set: (path: Path, value: unknown) => void;
}

const EditorContext = createContext<Editor | undefined>(undefined);

/** The editor around a control of a section. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === undefined) throw new Error('A control of the settings is outside of their editor.');
  return editor;
}

type TextInput = { readonly path: Path } & Omit<ComponentProps<typeof Field>, 'name' | 'value' | 'onChange'>;

/** A text of the settings; an empty one is absent where `isOptional`. */
export function SettingsText({ path, isOptional, ...field }: TextInput & { isOptional?: boolean }) {
  const { form, get, set } = useEditor();
  return (
    <Field
      {...field}
      {...form.field(path.join('.'))}
      value={get<string | undefined>(path) ?? ''}
      onChange={({ target }) => set(path, target.value === '' && isOptional ? undefined : target.value)}
    />
  );
}

/** A text of several lines. */
export function SettingsTextArea({
  path,
  ...field
}: { readonly path: Path } & Omit<ComponentProps<typeof TextAreaField>, 'name' | 'value' | 'onChange'>) {
  const { form, get, set } = useEditor();
  return (
    <TextAreaField
      {...field}
      {...form.field(path.join('.'))}
      value={get<string | undefined>(path) ?? ''}
      onChange={({ target }) => set(path, target.value)}
    />
  );
}

/** A number of the settings, as `format` has it; an empty one is absent where `isOptional`. */
export function SettingsNumber({
  path,
  format,
  isOptional = false,
  ...field
}: TextInput & { format: NumberFormat; isOptional?: boolean }) {
  const { form, get, set } = useEditor();
  return (
    <Field
      inputMode="decimal"
      {...field}
      {...form.field(path.join('.'))}
      value={typedText(get(path), format)}
      onChange={({ target }) => set(path, typedNumber(target.value, format, isOptional))}
    />
  );
}

/** What is wrong with a list, beside the button that adds to it. */
export function ListButton({
  path,
  children,
  ...button
}: { readonly path: Path } & Omit<ComponentProps<typeof Button>, 'name'>) {
  const { error } = useEditor().form.field(path.join('.'));
  const id = `${path.join('-')}-error`;
  return (
    <div className="stack settings-list-button">
      <div>
        <Button
          variant="secondary"
          {...button}
          name={path.join('.')}
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': id })}
        >
          {children}
        </Button>
      </div>
      {error !== undefined && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The request of a form whose button says what to do. */
type FormRequest = Extract<ChangeSettingsRequest, { action: 'save' | 'publish' }>;

/** What the editor has seen of its section; the server refuses changes of anything else. */
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

/** The versions of a section, each of which can be published again. */
function History(props: { state: SectionState; onRestore: (version: number) => void; busy: boolean }) {
  const { published, versions } = props.state;
  if (published === null) return null;
  const rows = [...versions.map(({ version }) => version), ...(versions.at(-1)?.version === 1 ? [0] : [])];
  return (
    <section className="card stack" aria-labelledby="settings-history">
      <h2 id="settings-history">History</h2>
      <ol className="admin-rows settings-history">
        {rows.map((number) => {
          const version = versions.find((each) => each.version === number);
          return (
            <li key={number}>
              <span>
                <strong>{number === 0 ? 'The defaults' : `Version ${number}`}</strong>
                {version !== undefined && (
                  <span className="muted admin-small">
                    {formatDateTime(version.publishedAt)}, {version.email ?? version.uid}
                    {version.restored !== undefined &&
                      `, repeats ${version.restored === 0 ? 'the defaults' : `version ${version.restored}`}`}
                  </span>
                )}
              </span>
              {number === published.version ? (
                <span className="tag">Live</span>
              ) : (
                <Button
                  variant="secondary"
                  busy={props.busy}
                  aria-label={number === 0 ? 'Publish the defaults again' : `Publish version ${number} again`}
                  onClick={() => props.onRestore(number)}
                >
                  Publish again
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface SettingsEditorProps {
  readonly section: SettingsSection;
  /** The name of the form. */
  readonly title: string;
  /** Where shoppers would see the draft; absent where it is on no page. */
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
  const form = useForm<FormRequest>({
    schema: requestSchema(section),
    toInput: ({ action = 'publish', publishAt }: FormValues) => ({
      section,
      ...seen,
      value: toMeant(value),
      ...(action === 'schedule'
        ? { action: 'publish', publishAt: toIsoTime(publishAt) ?? '' }
        : { action: action === 'publish' ? 'publish' : 'save' }),
      ...(action === 'preview' && { preview: true }),
    }),
    onSubmit: async ({ preview, ...request }: FormRequest & { preview?: boolean }) => {
      // In the click, or the browser takes it for a popup.
      const page = preview ? window.open('about:blank', 'preview') : null;
      if (request.action === 'publish' && request.publishAt === '')
        return { message: 'Choose a day and a time.', field: 'publishAt' };
      const { data, error } = await change(request);
      if (error !== undefined) {
        page?.close();
        return toFailure(error);
      }
      setSeen(data);
      setScheduling(false);
      if (page !== null) page.location.href = `${previewPath}?preview=${section}`;
      const isScheduled = request.action === 'publish' && request.publishAt !== undefined;
      dispatch(
        toastShown({
          text: isScheduled
            ? 'The draft is scheduled.'
            : request.action === 'publish'
              ? 'Published. Pages show it within a minute.'
              : 'Draft saved.',
        }),
      );
      return undefined;
    },
  });
  const editor: Editor = {
    form,
    get: <Value,>(path: Path) => valueAt(value, path) as Value,
    set: (path, next) => setValue((before: unknown) => withValueAt(before, path, next)),
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
            Schedule…
          </Button>
          {state.draft !== null && (
            <Button variant="quiet" busy={isLoading} onClick={() => apply({ action: 'discard' })}>
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
      <History
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
  if (state === undefined)
    return isError ? <ErrorState resource="the settings" onRetry={refetch} /> : <Skeleton height="24rem" />;
  return (
    <LoadedEditor
      {...props}
      key={round}
      state={state}
      onReplaced={() => void refetch().then(() => setRound((before) => before + 1))}
    />
  );
}
