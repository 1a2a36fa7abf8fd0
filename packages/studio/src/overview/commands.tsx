import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useGetSnapshotsQuery, useRunCommandMutation } from '../api/command-endpoints.ts';
import { useGetFunctionsQuery } from '../api/functions-endpoints.ts';
import type { Stack } from '../api/stack-api.ts';
import { Dialog } from '../components/dialog.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';

type Open = 'reset' | 'seed' | 'save' | 'load' | undefined;

/** Reset, seed, snapshots and schedules: the kit's commands for this stack. */
export function Commands({ stack: { functions, hasSeed } }: { stack: Stack }) {
  const dispatch = useDispatch();
  const [open, setOpen] = useState<Open>();
  const [name, setName] = useState('');
  const [runCommand, { isLoading }] = useRunCommandMutation();
  const run = async (command: string, ...args: string[]) => {
    const { data, error } = await runCommand({ name: command, arguments: args });
    setOpen(undefined);
    const message = data?.output ?? (error as { message: string }).message;
    dispatch(toastAdded({ message, isError: data?.ok !== true }));
  };
  return (
    <section aria-labelledby="commands">
      <h2 id="commands">Commands</h2>
      <div className="toolbar">
        <button type="button" className="button" disabled={isLoading} onClick={() => setOpen('save')}>
          Save a snapshot
        </button>
        <button type="button" className="button" disabled={isLoading} onClick={() => setOpen('load')}>
          Load a snapshot
        </button>
        {functions === null ? null : (
          <Schedule isBusy={isLoading} onRun={(schedule) => run('schedule', schedule)} />
        )}
        {hasSeed ? (
          <button type="button" className="button" disabled={isLoading} onClick={() => setOpen('seed')}>
            Load the seed
          </button>
        ) : null}
        <button
          type="button"
          className="button button-danger"
          disabled={isLoading}
          onClick={() => setOpen('reset')}
        >
          Reset all data
        </button>
        {isLoading ? <span role="status">Running …</span> : null}
      </div>
      {open === 'reset' ? (
        <Dialog
          title="Reset all data?"
          submitLabel="Reset"
          isDangerous
          isBusy={isLoading}
          onClose={() => setOpen(undefined)}
          onSubmit={() => run('reset')}
        >
          <p>
            All documents, accounts and files are deleted{hasSeed ? ', and the initial data is loaded' : ''}.
            Save a snapshot first to keep them.
          </p>
        </Dialog>
      ) : null}
      {open === 'seed' ? (
        <Dialog
          title="Load the seed?"
          submitLabel="Load"
          isBusy={isLoading}
          onClose={() => setOpen(undefined)}
          onSubmit={() => run('seed')}
        >
          <p>
            The initial data and the accounts of the configuration are loaded beside what is there. Nothing is
            deleted, but the seed may write documents again that were changed.
          </p>
        </Dialog>
      ) : null}
      {open === 'save' ? (
        <Dialog
          title="Save a snapshot"
          isBusy={isLoading || !/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)}
          onClose={() => setOpen(undefined)}
          onSubmit={() => run('snapshot', 'save', name)}
        >
          <label className="field">
            Name
            <input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
            <small>Letters, digits, “.”, “_” and “-”. A snapshot with the same name is replaced.</small>
          </label>
        </Dialog>
      ) : null}
      {open === 'load' ? (
        <LoadSnapshot
          isBusy={isLoading}
          onClose={() => setOpen(undefined)}
          onLoad={(each) => run('snapshot', 'load', each)}
        />
      ) : null}
    </section>
  );
}

interface LoadProps {
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onLoad: (name: string) => void;
}

function LoadSnapshot({ isBusy, onClose, onLoad }: LoadProps) {
  const { data: names } = useGetSnapshotsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState<string>();
  const name = chosen ?? names?.[0];
  if (names?.length === 0) {
    return (
      <Dialog title="Load a snapshot" onClose={onClose}>
        <p>There are no snapshots yet.</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Load a snapshot"
      submitLabel="Load"
      isDangerous
      isBusy={isBusy || name === undefined}
      onClose={onClose}
      onSubmit={() => name !== undefined && onLoad(name)}
    >
      <label className="field">
        Snapshot
        <select value={name ?? ''} onChange={(event) => setChosen(event.target.value)}>
          {(names ?? []).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <small>It replaces all documents, accounts and files.</small>
      </label>
    </Dialog>
  );
}

function Schedule({ isBusy, onRun }: { isBusy: boolean; onRun: (name: string) => void }) {
  const { data: functions } = useGetFunctionsQuery();
  const schedules = (functions ?? []).filter(({ schedule }) => schedule !== undefined);
  const [chosen, setChosen] = useState<string>();
  const name = chosen ?? schedules[0]?.name;
  if (name === undefined) return null;
  return (
    <span className="joined">
      <select
        aria-label="Scheduled function"
        value={name}
        onChange={(event) => setChosen(event.target.value)}
      >
        {schedules.map((each) => (
          <option key={each.name}>{each.name}</option>
        ))}
      </select>
      <button type="button" className="button" disabled={isBusy} onClick={() => onRun(name)}>
        Run now
      </button>
    </span>
  );
}
