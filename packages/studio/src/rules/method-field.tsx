import { METHODS, type Method } from './test-case.ts';

interface MethodFieldProps {
  readonly method: Method;
  readonly onChange: (method: Method) => void;
}

/** The method of a tested request. */
export function MethodField({ method, onChange }: MethodFieldProps) {
  return (
    <label className="field">
      Method
      <select value={method} onChange={(event) => onChange(event.target.value as Method)}>
        {METHODS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}
