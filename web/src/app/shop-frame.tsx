import { lazy, Suspense } from 'react';
import { Controls } from '../components/controls.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { CurrentPage } from './current-page.tsx';
import { GuestItems } from './guest-items.tsx';
import { NavBar } from './nav-bar.tsx';

const loadFooter = () => loadChunk('Footer', () => import('./footer.tsx'));
const loadBanner = () => loadChunk('Consent', () => import('../features/consent/consent-banner.tsx'));
// Hydrated after what a page is for.
const Footer = lazy(async () => ({ default: (await loadFooter()).Footer }));
const ConsentBanner = lazy(async () => ({ default: (await loadBanner()).ConsentBanner }));

/** What the pages for shoppers have around them. */
export function ShopFrame() {
  return (
    <>
      <NavBar />
      <Controls>
        <GuestItems />
        <CurrentPage />
      </Controls>
      <Suspense fallback={<div className="footer footer-placeholder" />}>
        <Footer />
      </Suspense>
      <Suspense fallback={null}>
        <ConsentBanner />
      </Suspense>
    </>
  );
}
