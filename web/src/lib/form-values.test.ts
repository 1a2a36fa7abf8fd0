// @vitest-environment jsdom
import { AddressSchema } from '@savepoint/model/address';
import { SaveCategoryRequestSchema } from '@savepoint/model/callables';
import { describe, expect, it } from 'vitest';
import { type FormSchema, readFormValues, serializeForm, toFormErrors, withoutEmpty } from './form-values.ts';

function createForm(html: string): HTMLFormElement {
  document.body.innerHTML = `<form>${html}</form>`;
  return document.forms[0] as HTMLFormElement;
}

function errorsOf(form: HTMLFormElement, schema: FormSchema<unknown>, input: unknown, messages = {}) {
  const parsed = schema.safeParse(input);
  return parsed.success ? {} : toFormErrors(form, parsed.error.issues, readFormValues(form), messages);
}

describe('readFormValues', () => {
  it('trims text, keeps passwords as they are, and adds the value of the pressed button', () => {
    const form = createForm(
      `<input name="name" value="  Ada "><input type="password" name="password" value=" secret ">
       <input type="checkbox" name="featured"><button name="status" value="draft">Save</button>`,
    );
    expect(readFormValues(form, form.querySelector('button'))).toEqual({
      name: 'Ada',
      password: ' secret ',
      status: 'draft',
    });
  });
});

describe('serializeForm', () => {
  const CONTROLS =
    '<input name="name" value="Ada"><input type="checkbox" name="featured"><textarea name="note"></textarea>';

  it('changes with every control', () => {
    const form = createForm(CONTROLS);
    const contents = new Set([serializeForm(form)]);
    (form.elements.namedItem('name') as HTMLInputElement).value = 'Grace';
    contents.add(serializeForm(form));
    (form.elements.namedItem('featured') as HTMLInputElement).checked = true;
    contents.add(serializeForm(form));
    (form.elements.namedItem('note') as HTMLTextAreaElement).value = 'Ring twice';
    contents.add(serializeForm(form));
    expect(contents.size).toBe(4);
  });

  it('is the same while a fieldset around the controls is disabled, as before hydration', () => {
    const enabled = serializeForm(createForm(`<fieldset>${CONTROLS}</fieldset>`));
    expect(serializeForm(createForm(`<fieldset disabled>${CONTROLS}</fieldset>`))).toBe(enabled);
  });
});

describe('toFormErrors', () => {
  it('distinguishes a missing value from an invalid one', () => {
    const messages = { country: { missing: 'Choose a country.', invalid: 'Two letters.' } };
    const empty = createForm('<input name="country" value="">');
    expect(errorsOf(empty, AddressSchema, withoutEmpty(readFormValues(empty)), messages)).toMatchObject({
      country: 'Choose a country.',
    });
    const invalid = createForm('<input name="country" value="Germany">');
    expect(errorsOf(invalid, AddressSchema, readFormValues(invalid), messages)).toMatchObject({
      country: 'Two letters.',
    });
  });

  it("reports the maximum length from the schema's limit", () => {
    const form = createForm(`<input name="city" value="${'x'.repeat(101)}">`);
    expect(errorsOf(form, AddressSchema, readFormValues(form), { city: 'Enter the city.' })).toMatchObject({
      city: 'Keep it to 100 characters; this has 101.',
    });
  });

  it("puts an issue with a nested value at the control with its name, in the form's words", () => {
    const form = createForm('<input name="image" value="a photo">');
    const input = {
      categoryId: 'a',
      category: { ...readFormValues(form), name: 'A', description: '', featured: true },
    };
    expect(errorsOf(form, SaveCategoryRequestSchema, input, { image: 'Enter an https address.' })).toEqual({
      image: 'Enter an https address.',
    });
  });
});
