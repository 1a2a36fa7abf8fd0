/**
 * What an operator replaces in the default instructions: the shop has no setting for the address
 * that returns go to.
 */
export const RETURN_ADDRESS_PLACEHOLDER = '[return address]';

/**
 * What is written to a shopper whose return is approved, once the operator has filled in the
 * address.
 */
export const RETURN_INSTRUCTIONS = `Please pack the items well and send them back within 14 days, to: ${RETURN_ADDRESS_PLACEHOLDER}. Keep the receipt until you have received your refund.`;

/** Why instructions cannot be sent, in words for the operator; undefined for those that can. */
export function returnInstructionsProblem(instructions: string | undefined): string | undefined {
  if (instructions === undefined) return 'Explain how to return the parcel; it is emailed to the customer.';
  return instructions.includes(RETURN_ADDRESS_PLACEHOLDER)
    ? `Replace ${RETURN_ADDRESS_PLACEHOLDER} with the address that the parcel goes to.`
    : undefined;
}
