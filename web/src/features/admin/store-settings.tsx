import type { StoreSettings } from '@savepoint/model/store';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { SettingsEditor } from './settings-editor.tsx';
import { ListButton, SettingsText, SettingsTextArea, useEditor } from './settings-fields.tsx';

function Social() {
  const { get, set, removeEntry } = useEditor();
  const social = get<StoreSettings['social']>(['social']);
  return (
    <fieldset className="admin-rows">
      <legend className="field-label">Social accounts, in the footer</legend>
      {social.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
        <div key={index} className="settings-row">
          <SettingsText label={`Network ${index + 1}`} path={['social', index, 'name']} />
          <SettingsText label={`Address ${index + 1}`} type="url" path={['social', index, 'url']} />
          <IconButton label={`Remove account ${index + 1}`} onClick={() => removeEntry(['social'], index)}>
            <Icon name="trash" />
          </IconButton>
        </div>
      ))}
      <ListButton path={['social']} onClick={() => set(['social'], [...social, { name: '', url: '' }])}>
        Add an account
      </ListButton>
    </fieldset>
  );
}

/** The store's identity: on parcels, in emails and in the footer. */
export function StoreSettingsPanel() {
  return (
    <SettingsEditor section="store" title="Store" previewPath="/">
      <section className="card stack" aria-labelledby="settings-store">
        <h2 id="settings-store">The store</h2>
        <SettingsText label="Sender name" hint="In emails and on packing slips." path={['senderName']} />
        <SettingsTextArea
          label="Return address"
          hint="As it is written on a parcel. It appears on packing slips and in approved returns."
          rows={4}
          path={['returnAddress']}
        />
        <Social />
      </section>
    </SettingsEditor>
  );
}
