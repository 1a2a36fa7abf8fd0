import { type ComponentProps, lazy, Suspense } from 'react';
import { Controls } from '../../components/controls.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { QuickAdd } from './quick-add.tsx';

const loadQuickAdd = () => loadChunk('Quick Add', () => import('./quick-add.tsx'));
// Hydrated after the rest of the page.
const Button = lazy(async () => ({ default: (await loadQuickAdd()).QuickAdd }));

/** The button of QuickAdd, for pages that must become interactive before it is loaded. */
export function LazyQuickAdd(props: ComponentProps<typeof QuickAdd>) {
  return (
    <Suspense fallback={null}>
      <Controls>
        <Button {...props} />
      </Controls>
    </Suspense>
  );
}
