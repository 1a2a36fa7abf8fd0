import { addressRules } from '@savepoint/model/address-rules';
import { listCountries } from '@savepoint/model/countries';
import type { TaxSettings } from '@savepoint/model/tax';
import { useMemo } from 'react';
import { IconButton } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { SettingsEditor } from './settings-editor.tsx';
import { ListButton, SettingsNumber, SettingsText, useEditor } from './settings-fields.tsx';
import { PERCENT } from './typed-values.ts';

function Exception({ index }: { index: number }) {
  const { form, get, set, removeEntry } = useEditor();
  const path = ['exceptions', index];
  const { country, region } = get<TaxSettings['exceptions'][number]>(path);
  const countries = useMemo(() => listCountries(), []);
  const regions = useMemo(() => addressRules(country).regions, [country]);
  return (
    <div className="settings-row">
      <SelectField
        label="Country"
        {...form.field([...path, 'country'].join('.'))}
        value={country}
        onChange={({ target }) => {
          set([...path, 'country'], target.value);
          set([...path, 'region'], undefined);
        }}
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {regions.length === 0 ? (
        <SettingsText label="Region (optional)" path={[...path, 'region']} isOptional />
      ) : (
        <SelectField
          label="Region"
          {...form.field([...path, 'region'].join('.'))}
          value={region ?? ''}
          onChange={({ target }) => set([...path, 'region'], target.value || undefined)}
        >
          <option value="">The whole country</option>
          {regions.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <SettingsNumber label="Tax (%)" path={[...path, 'rate']} format={PERCENT} />
      <IconButton label={`Remove exception ${index + 1}`} onClick={() => removeEntry(['exceptions'], index)}>
        <Icon name="trash" />
      </IconButton>
    </div>
  );
}

function Rates() {
  const { get, set } = useEditor();
  const exceptions = get<TaxSettings['exceptions']>(['exceptions']);
  return (
    <section className="card stack" aria-labelledby="settings-tax">
      <h2 id="settings-tax">Tax on goods and shipping</h2>
      <SettingsNumber label="Tax everywhere (%)" path={['rate']} format={PERCENT} />
      <fieldset className="admin-rows">
        <legend className="field-label">Places with a rate of their own</legend>
        {exceptions.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
          <Exception key={index} index={index} />
        ))}
        <ListButton
          path={['exceptions']}
          onClick={() => set(['exceptions'], [...exceptions, { country: 'US', rate: 0 }])}
        >
          Add a place
        </ListButton>
      </fieldset>
    </section>
  );
}

/** The tax rates, by place. */
export function TaxSettingsPanel() {
  return (
    <SettingsEditor section="tax" title="Tax">
      <Rates />
    </SettingsEditor>
  );
}
