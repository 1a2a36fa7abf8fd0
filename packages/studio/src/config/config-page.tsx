import { useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { StoredError } from '../api/stack-api.ts';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';
import {
  type Group,
  type Parameter,
  type Template,
  useChangeValueMutation,
  useGetTemplateQuery,
  type ValueChange,
} from './config-endpoints.ts';
import './config.css';

const REFRESH_MS = 3000;

/** The parameters of Remote Config. Edits are written to the template file. */
export default function ConfigPage() {
  const polling = { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true };
  const { data, error, refetch } = useGetTemplateQuery(undefined, polling);
  if (error !== undefined) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading what="Remote Config" />;
  return (
    <div className="page">
      <div className="page-head">
        <h1>Remote Config</h1>
      </div>
      <p className="muted path">{data.file}</p>
      {data.problem === undefined ? (
        <TemplateContent template={data} />
      ) : (
        <p className="notice notice-error" role="alert">
          {data.problem}
        </p>
      )}
    </div>
  );
}

function TemplateContent({ template: { groups, conditions } }: { template: Template }) {
  const shown = groups.filter(({ parameters }) => Object.keys(parameters).length > 0);
  return (
    <>
      {shown.length === 0 ? <Empty title="No parameters yet" /> : null}
      {shown.map((group) => (
        <GroupCard key={group.name ?? ''} group={group} />
      ))}
      <NewParameter />
      {conditions.length === 0 ? null : (
        <section className="card" aria-labelledby="conditions">
          <h2 id="conditions">Conditions</h2>
          <ul className="config-conditions">
            {conditions.map(({ name, expression = 'for servers only', unsupported }) => (
              <li key={name}>
                <strong>{name}</strong> <code>{expression}</code>
                {unsupported.length === 0 ? null : (
                  <span className="badge badge-bad">false here: {unsupported.join(', ')}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function GroupCard({ group: { name: group, parameters } }: { group: Group }) {
  return (
    <section className="card" aria-label={group ?? 'Parameters'}>
      {group === undefined ? null : <h2>{group}</h2>}
      <ul className="config-parameters">
        {Object.entries(parameters).map(([name, parameter]) => (
          <ParameterItem key={name} group={group} name={name} parameter={parameter} />
        ))}
      </ul>
    </section>
  );
}

interface ParameterProps {
  readonly group: string | undefined;
  readonly name: string;
  readonly parameter: Parameter;
}

function ParameterItem({ group, name, parameter }: ParameterProps) {
  const change = useChange();
  const { defaultValue, conditionalValues = {}, description, valueType } = parameter;
  return (
    <li aria-label={name}>
      <div className="toolbar">
        <strong>{name}</strong>
        {valueType === undefined ? null : <span className="badge">{valueType}</span>}
        <span className="spacer" />
        <button
          type="button"
          className="button button-small button-danger"
          onClick={() => change({ group, name, value: null })}
        >
          Delete
        </button>
      </div>
      {description === undefined ? null : <p className="muted">{description}</p>}
      {Object.entries(conditionalValues).map(([condition, { value }]) => (
        <ValueField
          key={`${condition} ${value}`}
          label={condition}
          value={value}
          onSave={(text) => change({ group, name, condition, value: text })}
        />
      ))}
      <ValueField
        key={`default ${defaultValue?.value}`}
        label="Default value"
        value={defaultValue?.value}
        onSave={(text) => change({ group, name, value: text })}
      />
    </li>
  );
}

interface ValueProps {
  readonly label: string;
  /** Undefined if the app's own default applies. */
  readonly value: string | undefined;
  readonly onSave: (text: string) => void;
}

function ValueField({ label, value, onSave }: ValueProps) {
  const id = useId();
  const [text, setText] = useState(value ?? '');
  return (
    <form
      className="config-value"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={text}
        placeholder={value === undefined ? 'the app’s own' : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button button-small" disabled={text === (value ?? '')}>
        Save
      </button>
    </form>
  );
}

function NewParameter() {
  const change = useChange();
  const [nameId, valueId] = [useId(), useId()];
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  return (
    <form
      className="card config-value"
      aria-label="New parameter"
      onSubmit={async (event) => {
        event.preventDefault();
        if (!(await change({ name, value, isNew: true }))) return;
        setName('');
        setValue('');
      }}
    >
      <label htmlFor={nameId}>New parameter</label>
      <input
        id={nameId}
        value={name}
        required
        pattern="[A-Za-z_][A-Za-z0-9_]*"
        title="Letters, digits and underscores"
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor={valueId}>Value</label>
      <input id={valueId} value={value} onChange={(event) => setValue(event.target.value)} />
      <button type="submit" className="button">
        Add
      </button>
    </form>
  );
}

/** Changes a value. Resolves with whether it succeeded; shows the error if not. */
function useChange(): (change: ValueChange) => Promise<boolean> {
  const dispatch = useDispatch();
  const [changeValue] = useChangeValueMutation();
  return async (change) => {
    const { error } = await changeValue(change);
    if (error !== undefined) dispatch(toastAdded({ message: (error as StoredError).message, isError: true }));
    return error === undefined;
  };
}
