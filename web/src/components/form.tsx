// The one way of the shop's forms (docs/decisions/0036-forms.md): the document holds the values, a
// schema of `model` says whether they are valid, and every form treats errors, focus, a second
// submit and leaving alike.
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
 * Why a submit failed: at the control that `field`, a path of the request, names where there is
 * one, above the form otherwise.
 */
export interface FormFailure {
  readonly message: string;
  readonly field?: string | undefined;
}

interface FormOptions<Output> {
  /** The schema of a valid form; a function loads it on submit, for forms of the first pages. */
  readonly schema: FormSchema<Output> | (() => Promise<FormSchema<Output>>);
  /** What the schema is given; by default the values that are not empty. */
  readonly toInput?: (values: FormValues) => unknown;
  /**
   * What to say at a control whose value is not valid. Texts that are too long have a message of
   * their own.
   */
  readonly messages?: Readonly<Record<string, FieldMessages>>;
  /** Sends valid values. Returns why they were not accepted; they stay in the form then. */
  readonly onSubmit: (output: Output) => Promise<FormFailure | undefined> | FormFailure | undefined;
  /** Empties the form after a submit that succeeded. */
  readonly resets?: boolean;
  /** False for a form whose changes are stored as they are typed, or are too small to ask about. */
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
   * Tells the guard whether there are changes; after every render, because rows may have been
   * added.
   */
  readonly checkUnsaved: () => void;
  readonly isAskingBeforeLeaving: boolean;
}

const UNEXPECTED = 'That did not work. What you entered is still here; please try again in a moment.';

/**
 * Follows the changes of a form since it was last saved, and says whether this form is the one that
 * asks.
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
    /** What is on its way is not lost by leaving: the submit itself may navigate. */
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

  /**
   * Shows what is wrong: at the controls of the form, or above it where it has none of that name.
   */
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
      // The message at a row's first control is about the whole row: 'variants.0' about
      // 'variants.0.stock' as well.
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
 * Focuses the first invalid control, whose description says what is wrong, or else the reason above
 * the form.
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
 * A <form> with its failure, its announcements and the question before leaving. Its state comes
 * from `useForm`.
 */
export function Form({ form, failure = form.failure, children, ...attributes }: FormProps) {
  useEffect(() => form.checkUnsaved());
  return (
    <form
      // Without scripts a GET would put what was typed, a password for instance, into the address.
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

/**
 * The button that submits a form: busy while a submit runs, with the text `pending` where it is
 * given.
 */
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

/** The question before a navigation inside the app. */
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
