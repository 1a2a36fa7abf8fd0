import type { PageName, PagesSettings, TextPage } from '@savepoint/model/pages';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { SettingsEditor } from './settings-editor.tsx';
import { ListButton, SettingsText, SettingsTextArea, useEditor } from './settings-fields.tsx';
import type { Path } from './typed-values.ts';

const PAGE_NAMES: Readonly<Record<PageName, string>> = {
  about: 'About',
  faq: 'FAQ',
  shipping: 'Shipping and returns',
  privacy: 'Privacy',
  terms: 'Terms',
};

/** The syntax of a text. */
const TEXT_HINT = 'An empty line ends a paragraph, “- ” begins a line of a list, [words](/path) is a link.';

/** The entries of a page: a heading or question, and a text. */
function Entries(props: {
  path: Path;
  /** The keys of an entry. */
  keys: readonly [heading: string, text: string];
  /** The noun for an entry. */
  noun: string;
}) {
  const { get, set, removeEntry } = useEditor();
  const entries = get<readonly object[]>(props.path);
  const [heading, text] = props.keys;
  const Noun = props.noun.charAt(0).toUpperCase() + props.noun.slice(1);
  return (
    <>
      {entries.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
        <fieldset key={index} className="admin-rows">
          <legend className="field-label">
            {Noun} {index + 1}
          </legend>
          <SettingsText label={`${Noun} ${index + 1}`} path={[...props.path, index, heading]} />
          <SettingsTextArea
            label={`Text of ${props.noun} ${index + 1}`}
            rows={4}
            path={[...props.path, index, text]}
          />
          <div>
            <Button variant="quiet" onClick={() => removeEntry(props.path, index)}>
              Remove {props.noun} {index + 1}
            </Button>
          </div>
        </fieldset>
      ))}
      <ListButton
        path={props.path}
        onClick={() => set(props.path, [...entries, { [heading]: '', [text]: '' }])}
      >
        Add a {props.noun}
      </ListButton>
    </>
  );
}

function Page({ name }: { name: PageName }) {
  const page = useEditor().get<PagesSettings['faq'] | TextPage>([name]);
  return (
    <section className="card stack" aria-label={PAGE_NAMES[name]}>
      <SettingsText label="Title" path={[name, 'title']} />
      <SettingsTextArea label="Lead" rows={2} path={[name, 'lead']} />
      <p className="muted">{TEXT_HINT}</p>
      {'questions' in page ? (
        <Entries path={[name, 'questions']} keys={['question', 'answer']} noun="question" />
      ) : (
        <Entries path={[name, 'sections']} keys={['heading', 'text']} noun="section" />
      )}
    </section>
  );
}

function Pages({ shown, onShow }: { shown: PageName; onShow: (name: PageName) => void }) {
  const { form } = useEditor();
  // Shows the page with the first message, which must be seen.
  const wrong = Object.keys(form.errors)[0]?.split('.')[0] as PageName | undefined;
  const name = wrong !== undefined && wrong in PAGE_NAMES ? wrong : shown;
  return (
    <>
      <SelectField label="Page" value={name} onChange={({ target }) => onShow(target.value as PageName)}>
        {Object.entries(PAGE_NAMES).map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </SelectField>
      <Page name={name} />
    </>
  );
}

/** The texts of the pages that are mostly text. */
export function PageSettingsPanel() {
  const [shown, setShown] = useState<PageName>('about');
  return (
    <SettingsEditor section="pages" title="Pages" previewPath={`/${shown}`}>
      <Pages shown={shown} onShow={setShown} />
    </SettingsEditor>
  );
}
