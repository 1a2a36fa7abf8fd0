/** An ISO time as a short date and time; empty for undefined, unchanged if it is invalid. */
export function formatDateTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return Number.isNaN(time.getTime())
    ? iso
    : time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
