import { addressRules } from '@savepoint/model/address-rules';
import { COUNTRY_CODES, countryName, listCountries } from '@savepoint/model/countries';
import { formatCents } from '@savepoint/model/money';
import { ELSEWHERE, type ShippingRate, type ShippingZone } from '@savepoint/model/shipping';
import { DELIVERY_NAMES } from '@savepoint/model/totals';
import { type ToggleEvent, useMemo, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { SettingsEditor } from './settings-editor.tsx';
import { ListButton, SettingsNumber, SettingsText, SettingsTextArea, useEditor } from './settings-fields.tsx';
import { DOLLARS, type Path, toMeant, WHOLE } from './typed-values.ts';

const NEW_RATE: ShippingRate = {
  id: 'standard',
  workingDays: { min: 3, max: 5 },
  by: 'value',
  tiers: [{ from: 0, cents: 599 }],
};
/** Without numbers: domestic prices are no sensible default. */
const NEW_RATE_ABROAD = { ...NEW_RATE, workingDays: {}, tiers: [{ from: 0 }] };
const NEW_ZONE: ShippingZone = { name: '', countries: [], rates: [], isAbroad: true };

const nameOf = (code: string) => (code === ELSEWHERE ? 'All other countries' : countryName(code));

/** `Standard from $5.99, free over $50`; skips unfinished numbers. */
function describeRate({ id, tiers, freeOverCents }: ShippingRate): string {
  const { tiers: prices, freeOverCents: over } = toMeant({ tiers, freeOverCents }) as typeof NEW_RATE;
  const cents = prices.map((tier) => tier.cents).filter(Number.isInteger);
  const price =
    cents.length === 0 ? '' : ` ${cents.length > 1 ? 'from ' : ''}${formatCents(Math.min(...cents))}`;
  return `${DELIVERY_NAMES[id]}${price}${Number.isInteger(over) ? `, free over ${formatCents(over ?? 0)}` : ''}`;
}

/** A list of codes: the chosen ones, each with a remove button, and a control to add one. */
function CodeList(props: {
  path: Path;
  label: string;
  hint?: string;
  options: readonly { readonly code: string; readonly name: string }[];
  nameOf: (code: string) => string;
}) {
  const { form, get, set, removeEntry } = useEditor();
  const codes = get<readonly string[] | undefined>(props.path) ?? [];
  return (
    <div className="stack">
      <SelectField
        label={props.label}
        hint={props.hint}
        {...form.field(props.path.join('.'))}
        value=""
        onChange={({ target }) => set(props.path, [...codes, target.value])}
      >
        <option value="">Add…</option>
        {props.options
          .filter(({ code }) => !codes.includes(code))
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </SelectField>
      {codes.length > 0 && (
        <ul className="chosen-chips" aria-label={`${props.label}: chosen`}>
          {codes.map((code) => (
            <li key={code}>
              <button
                type="button"
                className="chip"
                aria-label={`Remove ${props.nameOf(code)}`}
                onClick={() => removeEntry(props.path, codes.indexOf(code))}
              >
                {props.nameOf(code)} <Icon name="close" className="icon-text" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The tiers of a rate, starting at 0. */
function Tiers({ path, rate, label }: { path: Path; rate: ShippingRate; label: string }) {
  const { set, removeEntry } = useEditor();
  const tiersPath = [...path, 'tiers'];
  const unit = rate.by === 'weight' ? 'g' : '$';
  const last = rate.tiers.at(-1);
  return (
    <fieldset className="admin-rows">
      <legend className="field-label">Prices of {label}</legend>
      {rate.tiers.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
        <div key={index} className="settings-row">
          <SettingsNumber
            label={`From (${unit})`}
            path={[...tiersPath, index, 'from']}
            format={rate.by === 'weight' ? WHOLE : DOLLARS}
            readOnly={index === 0}
          />
          <SettingsNumber label="Price ($)" path={[...tiersPath, index, 'cents']} format={DOLLARS} />
          <IconButton
            label={`Remove price ${index + 1} of ${label}`}
            disabled={index === 0}
            onClick={() => removeEntry(tiersPath, index)}
          >
            <Icon name="trash" />
          </IconButton>
        </div>
      ))}
      <ListButton
        path={tiersPath}
        onClick={() => set(tiersPath, [...rate.tiers, { from: undefined, cents: last?.cents ?? 0 }])}
      >
        Add a price for {rate.by === 'weight' ? 'heavier packages' : 'larger orders'}
      </ListButton>
    </fieldset>
  );
}

function Rate({ path, zone, onRemove }: { path: Path; zone: string; onRemove: () => void }) {
  const { form, get, set } = useEditor();
  const rate = get<ShippingRate>(path);
  const label = `${DELIVERY_NAMES[rate.id].toLowerCase()} delivery to ${zone}`;
  return (
    <div className="settings-rate">
      <div className="settings-row">
        <SelectField
          label="Delivery"
          {...form.field([...path, 'id'].join('.'))}
          value={rate.id}
          onChange={({ target }) => set([...path, 'id'], target.value)}
        >
          {Object.entries(DELIVERY_NAMES).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SettingsNumber
          label="Working days, at least"
          path={[...path, 'workingDays', 'min']}
          format={WHOLE}
        />
        <SettingsNumber label="Working days, at most" path={[...path, 'workingDays', 'max']} format={WHOLE} />
        <SelectField
          label="Price depends on"
          {...form.field([...path, 'by'].join('.'))}
          value={rate.by}
          // Steps in dollars do not carry over to grams.
          onChange={({ target }) => set(path, { ...rate, by: target.value, tiers: rate.tiers.slice(0, 1) })}
        >
          <option value="value">Value of the order</option>
          <option value="weight">Weight</option>
        </SelectField>
        <SettingsNumber
          label="Free over ($)"
          hint="Empty for never"
          path={[...path, 'freeOverCents']}
          format={DOLLARS}
          isOptional
        />
      </div>
      <Tiers path={path} rate={rate} label={label} />
      <div>
        <Button variant="quiet" aria-label={`Remove ${label}`} onClick={onRemove}>
          Remove this rate
        </Button>
      </div>
    </div>
  );
}

function Zone({ index, countries }: { index: number; countries: ReturnType<typeof listCountries> }) {
  const { form, get, set, removeEntry } = useEditor();
  const path = ['zones', index];
  const zone = get<ShippingZone>(path);
  const [isOpen, setOpen] = useState(zone.name === '');
  const onToggle = (event: ToggleEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open);
  const name = zone.name || 'a new zone';
  const [country = ''] = zone.countries;
  const regions = useMemo(
    () => addressRules(country).regions.map(({ value, name: each }) => ({ code: value, name: each })),
    [country],
  );
  const regionNames = new Map(regions.map(({ code, name: each }) => [code, each]));
  const hasRegions = zone.countries.length === 1 && regions.length > 0;
  const hasError = Object.keys(form.errors).some((field) => field.startsWith(`zones.${index}.`));
  return (
    // Opened for an error, so that the message can be read and focused.
    <details
      className="card settings-zone"
      aria-label={`Zone: ${name}`}
      open={isOpen || hasError}
      onToggle={onToggle}
    >
      <summary>
        <span>
          <strong>To {name}</strong>
          <span className="muted admin-small">{zone.rates.map(describeRate).join(' · ')}</span>
        </span>
        <Icon name="chevron" />
      </summary>
      <div className="stack">
        <SettingsText label="Name" hint="Shoppers read it after “To”." path={[...path, 'name']} />
        <CodeList path={[...path, 'countries']} label="Countries" options={countries} nameOf={nameOf} />
        {(hasRegions || zone.regions !== undefined) && (
          <CodeList
            path={[...path, 'regions']}
            label="Only these regions"
            hint="None for the whole country."
            options={regions}
            nameOf={(code) => regionNames.get(code) ?? code}
          />
        )}
        <label className="choice">
          <input
            type="checkbox"
            checked={zone.isAbroad}
            onChange={({ target }) => set([...path, 'isAbroad'], target.checked)}
          />
          Packages cross a border: say that duties may be due
        </label>
        {zone.rates.map((_, at) => (
          <Rate
            // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
            key={at}
            path={[...path, 'rates', at]}
            zone={name}
            onRemove={() => removeEntry([...path, 'rates'], at)}
          />
        ))}
        {zone.rates.length < 2 && (
          <ListButton
            path={[...path, 'rates']}
            onClick={() =>
              set(
                [...path, 'rates'],
                [
                  ...zone.rates,
                  {
                    ...(zone.isAbroad ? NEW_RATE_ABROAD : NEW_RATE),
                    id: zone.rates.some(({ id }) => id === 'standard') ? 'express' : 'standard',
                  },
                ],
              )
            }
          >
            Add a rate
          </ListButton>
        )}
        <div>
          <Button
            variant="quiet"
            aria-label={`Remove the zone ${name}`}
            onClick={() => removeEntry(['zones'], index)}
          >
            Remove this zone
          </Button>
        </div>
      </div>
    </details>
  );
}

function Zones() {
  const { get, set } = useEditor();
  const zones = get<readonly ShippingZone[]>(['zones']);
  const countries = useMemo(() => listCountries(COUNTRY_CODES), []);
  const withElsewhere = [{ code: ELSEWHERE, name: nameOf(ELSEWHERE) }, ...countries];
  return (
    <>
      <h2>Zones and rates</h2>
      {zones.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
        <Zone key={index} index={index} countries={withElsewhere} />
      ))}
      <ListButton path={['zones']} onClick={() => set(['zones'], [...zones, NEW_ZONE])}>
        Add a zone
      </ListButton>
      <section className="card stack" aria-labelledby="settings-not-delivered">
        <h2 id="settings-not-delivered">Everywhere else</h2>
        <CodeList
          path={['notDeliveredTo']}
          label="Countries that you do not deliver to"
          options={countries}
          nameOf={nameOf}
        />
        <SettingsTextArea
          label="Notice about duties"
          hint="Shown for zones whose packages cross a border."
          rows={2}
          path={['dutiesNotice']}
        />
        <SettingsNumber
          label="Weight of an item (g)"
          hint="For products without a weight of their own."
          path={['defaultGrams']}
          format={WHOLE}
        />
      </section>
    </>
  );
}

/** Zones, rates and the other shipping settings. */
export function ShippingSettingsPanel() {
  return (
    <SettingsEditor section="shipping" title="Shipping" previewPath="/shipping">
      <Zones />
    </SettingsEditor>
  );
}
