import type { Address } from '@savepoint/model/address';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadChunk } from '../lib/load-chunk.ts';
import { Skeleton } from './skeleton.tsx';

type PostalAddress = Omit<Address, 'name' | 'phone'>;

interface FormattedProps {
  readonly address: PostalAddress;
  readonly children: (lines: readonly string[]) => ReactNode;
}

const loadFormats = () => loadChunk('Address formats', () => import('@savepoint/model/address-lines'));
const Formatted = lazy(async () => {
  const { addressLines } = await loadFormats();
  return { default: ({ address, children }: FormattedProps) => children(addressLines(address)) };
});

/** An address from the street to the country, in its country's format, one line each. */
export function AddressLines({ address }: { address: PostalAddress }) {
  return (
    <Suspense fallback={<Skeleton height="4.65em" />}>
      <Formatted address={address}>
        {(lines) =>
          lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, as in Singapore
            <span key={index}>{line}</span>
          ))
        }
      </Formatted>
    </Suspense>
  );
}

/** The same on one line. */
export function AddressSummary({ address }: { address: PostalAddress }) {
  return (
    <Suspense fallback={<Skeleton height="1.55em" />}>
      <Formatted address={address}>{(lines) => lines.join(', ')}</Formatted>
    </Suspense>
  );
}
