// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { TagField } from './tag-field.tsx';

function Tags() {
  const [tags, setTags] = useState<readonly string[]>(['fox']);
  return <TagField name="tags" label="Tags" hint="" error={undefined} value={tags} onChange={setTags} />;
}

afterEach(cleanup);

it('tags are added by a comma, Enter or leaving the field, each once, and removed by their button or Backspace', () => {
  const { container } = render(<Tags />);
  const field = screen.getByLabelText('Tags', { selector: 'input' });
  const stored = () => (container.querySelector('input[name="tags"]') as HTMLInputElement).value.split('\n');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('moon,  fox,');
  expect(stored()).toEqual(['fox', 'moon']);
  type('gift');
  // False: the form is not sent.
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  type('late');
  fireEvent.blur(field);
  expect(stored()).toEqual(['fox', 'moon', 'gift', 'late']);
  fireEvent.keyDown(field, { key: 'Backspace' });
  fireEvent.click(screen.getByRole('button', { name: 'Remove fox' }));
  expect(stored()).toEqual(['moon', 'gift']);
  expect(document.activeElement).toBe(field);
});
