// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmailText } from './email-text.tsx';

it.each([
  ['ada@example.com', 'ada@<wbr>example.com'],
  ['"a@b"@example.com', '"a@b"@<wbr>example.com'],
  ['no address', '<wbr>no address'],
])('the email address %s may break after its last @ only', (address, markup) => {
  expect(render(<EmailText>{address}</EmailText>).container.innerHTML).toBe(markup);
});
