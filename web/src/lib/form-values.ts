// A form's values and errors. Pure, except for reading the form element.

/**
 * The values of a form's controls by name. Text is trimmed, passwords are not; an unchecked box is
 * absent, a checked one 'on'.
 */
export type FormValues = Readonly<Record<string, string>>;

/** Messages by the names of the controls. */
export type FormErrors = Readonly<Record<string, string>>;

/** A schema's issue with one value; zod's issues have this form. */
interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly maximum?: unknown;
}

/**
 * A schema of `model`, or an object that validates like one. The message of an issue with the code
 * 'custom' is shown if the form has none.
 */
export interface FormSchema<Output> {
  readonly safeParse: (
    input: unknown,
  ) =>
    | { readonly success: true; readonly data: Output }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

/** Messages for a control: one text, or separate ones for empty and for invalid values. */
export type FieldMessages = string | { readonly missing: string; readonly invalid: string };

const NOT_VALID = 'This is not valid.';

/**
 * The values of a form element, including the name and value of the pressed button `submitter`.
 * Reads the document, not React's state, so input from before hydration is included.
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

/** The values of a form's controls as one text, including disabled ones, to detect changes. */
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

/** The non-empty values: schemas expect empty optional fields to be absent. */
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
 * Maps the path of a value to a form control. A request may nest values that are side by side in
 * the form: the longest suffix of the path that is a control's name, such as 'image' for
 * 'category.image', or else the whole path.
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
