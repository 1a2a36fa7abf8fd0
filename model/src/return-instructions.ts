import type { StoreSettings } from './store.ts';

/** What an operator replaces in the default instructions while the store has no return address. */
const RETURN_ADDRESS_PLACEHOLDER = '[return address]';

/** What is written to a shopper whose return is approved, to the return address of the store. */
export function returnInstructions({ returnAddress }: Pick<StoreSettings, 'returnAddress'>): string {
  const address = returnAddress.replace(/\s*\n\s*/g, ', ') || RETURN_ADDRESS_PLACEHOLDER;
  return `Please pack the items well and send them back within 14 days, to: ${address}. Keep the receipt until we have received them.`;
}

/** Why instructions cannot be sent, in words for the operator; undefined for those that can. */
export function returnInstructionsProblem(instructions: string | undefined): string | undefined {
  if (instructions === undefined) return 'Explain how to return the parcel; it is emailed to the customer.';
  return instructions.includes(RETURN_ADDRESS_PLACEHOLDER)
    ? `Replace ${RETURN_ADDRESS_PLACEHOLDER} with the address that the parcel goes to.`
    : undefined;
}
