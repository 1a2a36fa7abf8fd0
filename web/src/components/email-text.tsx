/**
 * An email address that breaks after its @, and not within a word, if it does not fit on a line.
 */
export function EmailText({ children: address }: { children: string }) {
  const domain = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, domain)}
      <wbr />
      {address.slice(domain)}
    </>
  );
}
