interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for JSON of several lines. */
export function TextField({ label, value, onChange }: TextFieldProps) {
  return (
    <label className="field">
      {label}
      <textarea
        rows={4}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
