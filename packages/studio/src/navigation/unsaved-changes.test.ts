// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmLeaving, setUnsaved } from './unsaved-changes.ts';

const FORMS = [Symbol('a'), Symbol('b')] as const;
const confirm = vi.fn<(question?: string) => boolean>();

/** Returns whether the browser would ask for confirmation before closing the page. */
function asksBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => {
  confirm.mockReset();
  vi.spyOn(window, 'confirm').mockImplementation(confirm);
});

afterEach(() => {
  for (const form of FORMS) setUnsaved(form, false);
  vi.restoreAllMocks();
});

describe('leaving', () => {
  it('needs no confirmation while no form has unsaved changes', () => {
    expect(confirmLeaving()).toBe(true);
    expect(confirm).not.toHaveBeenCalled();
    expect(asksBeforeUnload()).toBe(false);
  });

  it.each([true, false])('asks once if there are unsaved changes, and returns the answer %s', (response) => {
    for (const form of FORMS) setUnsaved(form, true);
    confirm.mockReturnValue(response);
    expect(confirmLeaving()).toBe(response);
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it('asks before closing the page until the last form is saved', () => {
    const [a, b] = FORMS;
    setUnsaved(a, true);
    setUnsaved(b, true);
    setUnsaved(a, false);
    expect(asksBeforeUnload()).toBe(true);
    setUnsaved(b, false);
    expect(asksBeforeUnload()).toBe(false);
  });
});
