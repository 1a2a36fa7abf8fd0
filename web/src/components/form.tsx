// Shared behavior of all forms (docs/decisions/0036-forms.md): the document holds the values, a
// schema of `model` validates them, and every form handles errors, focus, repeated submits and
// leaving the same way.
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useBlocker } from 'react-router-dom';
import {
  controlName,
  type FieldMessages,
  type FormErrors,
  type FormSchema,
  type FormValues,
  readFormValues,
  serializeForm,
  toFormErrors,
  withoutEmpty,
} from '../lib/form-values.ts';
import { firstUnsaved, setUnsaved, subscribeToUnsaved } from '../lib/unsaved-changes.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/**
 * Why a submit failed: shown at the control named by `field`, a path of the request, or else above
 * the form.
 */
export interface FormFailure {
  readonly message: string;
  readonly field?: string | undefined;
}

interface FormOptions<Output> {
  /** The schema of a valid form; a function loads it on submit, for forms on first pages. */
  readonly schema: FormSchema<Output> | (() => Promise<FormSchema<Output>>);
  /** Builds the schema's input; defaults to the non-empty values. */
  readonly toInput?: (values: FormValues) => unknown;
  /** Messages for invalid controls. Texts that are too long have a message of their own. */
  readonly messages?: Readonly<Record<string, FieldMessages>>;
  /** Sends valid values. Returns why they were rejected; they then stay in the form. */
  readonly onSubmit: (output: Output) => Promise<FormFailure | undefined> | FormFailure | undefined;
  /** Clears the form after a successful submit. */
  readonly resets?: boolean;
  /** False for a form whose changes are stored as they are typed, or are too minor to ask about. */
  readonly asksBeforeLeaving?: boolean;
}

/** The state of a form, for <Form> and <SubmitButton>. */
export interface FormState {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly errors: FormErrors;
  readonly failure: string | undefined;
  readonly busy: boolean;
  /** The attributes of the control with this name, for Field, TextAreaField and SelectField. */
  readonly field: (name: string) => { readonly name: string; readonly error: string | undefined };
  readonly submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  readonly onChange: (event: FormEvent<HTMLFormElement>) => void;
  /**
   * Tells the guard whether there are changes; called after every render, because rows may have
   * been added.
   */
  readonly checkUnsaved: () => void;
  readonly isAskingBeforeLeaving: boolean;
}

const UNEXPECTED = 'That did not work. What you entered is still here; please try again in a moment.';

/**
 * Tracks the changes of a form since it was last saved, and whether this form is the one that asks.
 */
function useUnsaved(element: RefObject<HTMLFormElement | null>, isGuarded: boolean) {
  const [id] = useState(() => Symbol('form'));
  const saved = useRef<string>(undefined);
  const isAskingBeforeLeaving = useSyncExternalStore(
    subscribeToUnsaved,
    () => firstUnsaved() === id,
    () => false,
  );
  useEffect(() => () => setUnsaved(id, false), [id]);
  return {
    isAskingBeforeLeaving,
    check: () => {
      if (!isGuarded || element.current === null) return;
      const now = serializeForm(element.current);
      saved.current ??= now;
      setUnsaved(id, now !== saved.current);
    },
    /** Leaving does not lose a submit in progress: the submit itself may navigate. */
    suspend: () => setUnsaved(id, false),
    markSaved: (content: string) => {
      saved.current = content;
    },
  };
}

/**
 * Validates and submits a form; see FormOptions. Values survive a failed submit, and one submit
 * runs at a time.
 */
export function useForm<Output>(options: FormOptions<Output>): FormState {
  const element = useRef<HTMLFormElement>(null);
  const isSubmitting = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<string>();
  const [failedAttempts, setFailedAttempts] = useState(0);
  const focusedAttempts = useRef(0);
  const unsaved = useUnsaved(element, options.asksBeforeLeaving ?? true);

  useEffect(() => {
    // While a submit runs, a control may be disabled.
    if (busy || failedAttempts === focusedAttempts.current) return;
    focusedAttempts.current = failedAttempts;
    focusFirstProblem(element.current);
  }, [failedAttempts, busy]);

  /** Shows errors at the controls of the form, or above it for names without a control. */
  const showProblems = (form: HTMLFormElement, found: FormErrors, message?: string) => {
    const isVisible = Object.keys(found).some(
      (name) => name !== '' && form.elements.namedItem(name) !== null,
    );
    setErrors(isVisible ? found : {});
    setFailure(isVisible ? undefined : (message ?? Object.values(found)[0]));
    setFailedAttempts((count) => count + 1);
  };

  const run = async (form: HTMLFormElement, submitter: HTMLElement | null) => {
    const values = readFormValues(form, submitter);
    const content = serializeForm(form);
    const schema = typeof options.schema === 'function' ? await options.schema() : options.schema;
    const parsed = schema.safeParse((options.toInput ?? withoutEmpty)(values));
    if (!parsed.success) {
      showProblems(form, toFormErrors(form, parsed.error.issues, values, options.messages ?? {}));
      return;
    }
    setErrors({});
    setFailure(undefined);
    unsaved.suspend();
    const problem = await options.onSubmit(parsed.data);
    if (problem !== undefined) {
      const field = problem.field && controlName(form, problem.field.split('.'));
      showProblems(form, field ? { [field]: problem.message } : {}, problem.message);
      return;
    }
    if (options.resets) form.reset();
    unsaved.markSaved(options.resets ? serializeForm(form) : content);
  };

  return {
    element,
    errors,
    failure,
    busy,
    field: (name) => ({ name, error: errors[name] }),
    submit: async (event) => {
      event.preventDefault();
      // A ref, not state: two submits in one frame see the same render.
      if (isSubmitting.current) return;
      isSubmitting.current = true;
      setBusy(true);
      const form = event.currentTarget;
      try {
        await run(form, (event.nativeEvent as SubmitEvent).submitter);
      } catch (cause) {
        console.error('A form could not be submitted.', cause);
        showProblems(form, {}, UNEXPECTED);
      } finally {
        isSubmitting.current = false;
        setBusy(false);
        unsaved.check();
      }
    },
    onChange: (event) => {
      const { name } = event.target as HTMLInputElement;
      // The message at a row's first control covers the whole row: 'variants.0' includes
      // 'variants.0.stock'.
      const isAbout = (error: string) => error === name || name.startsWith(`${error}.`);
      if (Object.keys(errors).some(isAbout)) {
        setErrors(Object.fromEntries(Object.entries(errors).filter(([error]) => !isAbout(error))));
      }
      if (!isSubmitting.current) unsaved.check();
    },
    checkUnsaved: () => {
      if (!isSubmitting.current) unsaved.check();
    },
    isAskingBeforeLeaving: unsaved.isAskingBeforeLeaving,
  };
}

/**
 * Focuses the first invalid control, whose description has the error, or else the message above the
 * form.
 */
function focusFirstProblem(form: HTMLFormElement | null): void {
  const find = (selector: string) => form?.querySelector<HTMLElement>(selector);
  (find('[aria-invalid="true"]') ?? find('[data-form-failure]'))?.focus();
}

function countText(errors: FormErrors): string {
  const count = Object.keys(errors).length;
  if (count === 0) return '';
  return count === 1 ? 'Check the highlighted field.' : `Check the ${count} highlighted fields.`;
}

type FormProps = Omit<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'onChange'> & {
  readonly form: FormState;
  /** Shown above the form instead of the failure of its own last submit. */
  readonly failure?: string | undefined;
  readonly children: ReactNode;
};

/**
 * A <form> with its failure, its announcements and the confirmation before leaving. Its state comes
 * from `useForm`.
 */
export function Form({ form, failure = form.failure, children, ...attributes }: FormProps) {
  useEffect(() => form.checkUnsaved());
  return (
    <form
      // Without scripts, a GET would put the input, such as a password, into the URL.
      method="post"
      {...attributes}
      ref={form.element}
      noValidate
      onSubmit={form.submit}
      onChange={form.onChange}
    >
      {failure !== undefined && (
        <p className="notice notice-error" role="alert" tabIndex={-1} data-form-failure>
          {failure}
        </p>
      )}
      {children}
      <p className="visually-hidden" aria-live="polite">
        {countText(form.errors)}
      </p>
      {form.isAskingBeforeLeaving && <LeaveQuestion />}
    </form>
  );
}

/** The submit button: busy while a submit runs, with the text `pending` if given. */
export function SubmitButton({
  form,
  pending,
  children,
  ...button
}: Omit<ComponentProps<typeof Button>, 'type' | 'busy' | 'form'> & { form: FormState; pending?: string }) {
  return (
    <Button {...button} type="submit" busy={form.busy}>
      {form.busy && pending !== undefined ? pending : children}
    </Button>
  );
}

/** The confirmation before a navigation within the app. */
function LeaveQuestion() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      firstUnsaved() !== undefined && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      onClose={() => blocker.reset?.()}
    >
      <p>Your changes on this page have not been saved and will be lost.</p>
      <div className="row">
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          Stay
        </Button>
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </div>
    </Dialog>
  );
}
