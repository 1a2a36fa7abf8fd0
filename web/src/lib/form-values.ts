// What a form holds and what is wrong with it. Pure, except for reading the form element.

/**
 * The values of a form's controls by name. Text is trimmed, passwords are not; an unchecked box is
 * absent, a checked one 'on'.
 */
export type FormValues = Readonly<Record<string, string>>;

/** Messages by the names of the controls. */
export type FormErrors = Readonly<Record<string, string>>;

/** What a schema says about one value; zod's issues have this form. */
interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly maximum?: unknown;
}

/**
 * A schema of `model`, or an object that validates like one. The message of an issue with the code
 * 'custom' is shown where the form has none.
 */
export interface FormSchema<Output> {
  readonly safeParse: (
    input: unknown,
  ) =>
    | { readonly success: true; readonly data: Output }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

/**
 * What to say at a control: one text, or one for an empty control and one for a value that is not
 * valid.
 */
export type FieldMessages = string | { readonly missing: string; readonly invalid: string };

const NOT_VALID = 'This is not valid.';

/**
 * The values of a form element, with those of `submitter`, the button that was pressed, when it has
 * a name. Reads the document, not React's state: what was typed before the page was hydrated is
 * there as well.
 */
export function readFormValues(form: HTMLFormElement, submitter?: HTMLElement | null): FormValues {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form, submitter ?? null)) {
    if (typeof value !== 'string') continue;
    const control = form.elements.namedItem(name);
    const isPassword = control instanceof HTMLInputElement && control.type === 'password';
    values[name] = isPassword ? value : value.trim();
  }
  return values;
}

/**
 * What the controls of a form hold, as one text that changes with any of them. Disabled ones are
 * part of it.
 */
export function serializeForm(form: HTMLFormElement): string {
  const contents = [...form.elements].map((control) => {
    if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
      return [control.name, control.value, control.checked];
    }
    const holdsText =
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement;
    return holdsText ? [control.name, control.value] : [];
  });
  return JSON.stringify(contents);
}

/** The values that are not empty: an optional field that was left empty is absent for a schema. */
export function withoutEmpty(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

function messageOf(issue: SchemaIssue, value: string, messages: FieldMessages | undefined): string {
  if (issue.code === 'too_big' && typeof issue.maximum === 'number' && value.length > issue.maximum) {
    return `Keep it to ${issue.maximum} characters; this has ${value.length}.`;
  }
  if (messages === undefined) return issue.code === 'custom' ? issue.message : NOT_VALID;
  if (typeof messages === 'string') return messages;
  return value === '' ? messages.missing : messages.invalid;
}

/**
 * The path of a value as the name of a form's control. A request may nest what the form holds side
 * by side: the longest end of the path that is a name, such as 'image' of 'category.image'; the
 * whole path when none is.
 */
export function controlName(form: HTMLFormElement, path: readonly PropertyKey[]): string {
  const keys = path.map(String);
  for (let start = 0; start < keys.length; start += 1) {
    const name = keys.slice(start).join('.');
    if (form.elements.namedItem(name) !== null) return name;
  }
  return keys.join('.');
}

/** The validation errors by control; of several issues with one value, the first. */
export function toFormErrors(
  form: HTMLFormElement,
  issues: readonly SchemaIssue[],
  values: FormValues,
  messages: Readonly<Record<string, FieldMessages>>,
): FormErrors {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const name = controlName(form, issue.path);
    errors[name] ??= messageOf(issue, values[name] ?? '', messages[name]);
  }
  return errors;
}
