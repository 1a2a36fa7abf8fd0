import { Button } from '../../components/button.tsx';
import { formatDateTime } from './format-date-time.ts';
import type { SectionState } from './settings-endpoints.ts';

/** The versions of a section; each can be published again. */
export function SettingsHistory(props: {
  state: SectionState;
  onRestore: (version: number) => void;
  busy: boolean;
}) {
  const { published, versions } = props.state;
  if (published === null) return null;
  const before = published.version - 1;
  const canUndo = before === 0 || versions.some(({ version }) => version === before);
  const rows = [...versions.map(({ version }) => version), ...(versions.at(-1)?.version === 1 ? [0] : [])];
  return (
    <section className="card stack" aria-labelledby="settings-history">
      <div className="row settings-history-head">
        <h2 id="settings-history">History</h2>
        {canUndo && (
          <Button variant="secondary" busy={props.busy} onClick={() => props.onRestore(before)}>
            Undo the last publication
          </Button>
        )}
      </div>
      <ol className="admin-rows settings-history">
        {rows.map((number) => {
          const version = versions.find((each) => each.version === number);
          return (
            <li key={number}>
              <span>
                <strong>{number === 0 ? 'The defaults' : `Version ${number}`}</strong>
                {version !== undefined && (
                  <span className="muted admin-small">
                    {formatDateTime(version.publishedAt)}, {version.email ?? version.uid}
                    {version.restored !== undefined &&
                      `, repeats ${version.restored === 0 ? 'the defaults' : `version ${version.restored}`}`}
                  </span>
                )}
              </span>
              {number === published.version ? (
                <span className="tag">Live</span>
              ) : (
                <Button
                  variant="secondary"
                  busy={props.busy}
                  aria-label={number === 0 ? 'Publish the defaults again' : `Publish version ${number} again`}
                  onClick={() => props.onRestore(number)}
                >
                  Publish again
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
