import type { StoreSettings } from './store.ts';

/** Staff replace this in the default instructions while the store has no return address. */
const RETURN_ADDRESS_PLACEHOLDER = '[return address]';

/** The default instructions for an approved return, with the store's return address. */
export function returnInstructions({ returnAddress }: Pick<StoreSettings, 'returnAddress'>): string {
  const address = returnAddress.replace(/\s*\n\s*/g, ', ') || RETURN_ADDRESS_PLACEHOLDER;
  return `Please pack the items well and send them back within 14 days, to: ${address}. Keep the receipt until we have received them.`;
}

/** The reason why instructions cannot be sent, for staff; undefined if they can. */
export function returnInstructionsProblem(instructions: string | undefined): string | undefined {
  if (instructions === undefined) return 'Explain how to return the package; it is emailed to the customer.';
  return instructions.includes(RETURN_ADDRESS_PLACEHOLDER)
    ? `Replace ${RETURN_ADDRESS_PLACEHOLDER} with the address that the package goes to.`
    : undefined;
}
