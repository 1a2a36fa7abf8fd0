interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A multi-line field for JSON. */
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
