import type { Address } from '@savepoint/model/address';
import { addressLines } from '@savepoint/model/address-lines';

/** An address from the street to the country, as its country writes it: a line each. */
export function AddressLines({ address }: { address: Address }) {
  return addressLines(address).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, as in Singapore
    <span key={index}>{line}</span>
  ));
}
