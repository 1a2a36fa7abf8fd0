import { Icon } from '../components/icon.tsx';
import type { Code } from './accounts-endpoints.ts';

/** The newest codes first, each with its link. */
export function CodeList({ codes }: { codes: readonly Code[] }) {
  return (
    <section aria-labelledby="codes">
      <h2 id="codes">Codes</h2>
      {codes.length === 0 ? (
        <p className="muted">
          Codes for verification, password reset and phone numbers appear here instead of being sent.
        </p>
      ) : (
        <table className="table codes">
          <thead>
            <tr>
              <th scope="col">For</th>
              <th scope="col">Kind</th>
              <th scope="col">Code</th>
            </tr>
          </thead>
          <tbody>
            {codes.map(({ kind, receiver, code, link }) => (
              <tr key={`${kind} ${code}`}>
                <td>{receiver}</td>
                <td>{kind}</td>
                <td>
                  <code>{code}</code>{' '}
                  {link === undefined || !/^https?:/.test(link) ? null : (
                    <a href={link} target="_blank" rel="noreferrer" className="code-link">
                      Open <Icon name="open" />
                    </a>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
