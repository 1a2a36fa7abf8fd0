import { html } from 'hono/html';
import type { Html } from './layout.ts';

type Faults = Readonly<Record<string, number | boolean>>;

export interface FaultButton {
  readonly label: string;
  readonly faults: Faults;
}

/** The buttons for webhook delivery faults, which every emulator has. */
export const DELIVERY_FAULT_BUTTONS: readonly FaultButton[] = [
  { label: 'Drop the next delivery', faults: { dropNext: 1 } },
  { label: 'Send the next one twice', faults: { duplicateNext: 1 } },
  { label: 'Sign the next one wrongly', faults: { badSignatureNext: 1 } },
  { label: 'Delay deliveries by a minute', faults: { delaySeconds: 60 } },
  { label: 'Hold deliveries', faults: { hold: true } },
];

const FAULTS_URL = '/_savepoint/faults';
const RELEASE_URL = '/_savepoint/deliveries/release';

/**
 * A section of a live page (live-page-script.ts) with the active faults and buttons that enable
 * some. `off` contains the values of disabled faults. `heldDeliveries` is the number of deliveries
 * that wait to be released.
 */
export function faultsSection(options: {
  readonly faults: Faults;
  readonly off: Faults;
  readonly buttons: readonly FaultButton[];
  readonly heldDeliveries: number;
}): Html {
  const { faults, off, buttons, heldDeliveries } = options;
  const active = Object.entries(faults).filter(([name, value]) => value !== off[name]);
  return html`<section class="card" aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    <p class="soft small">
      ${active.length === 0 ? 'None is in force.' : 'In force:'}
      ${active.map(([name, value]) => html`<span class="badge">${name} ${String(value)}</span> `)}
    </p>
    <p class="row">${buttons.map((button) => postButton(button.label, FAULTS_URL, button.faults))}</p>
    <p class="row">
      ${active.length > 0 && postButton('Turn all off', FAULTS_URL, off)}
      ${heldDeliveries > 0 && postButton(`Release ${heldDeliveries} held`, RELEASE_URL, {})}
    </p>
  </section>`;
}

function postButton(label: string, url: string, body: Faults): Html {
  return html`<button class="button" data-post="${url}" data-body="${JSON.stringify(body)}">${label}</button>`;
}
