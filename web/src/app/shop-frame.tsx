import { lazy, Suspense } from 'react';
import { Controls } from '../components/controls.tsx';
import { ConsentBanner } from '../features/consent/consent-banner.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { AddedToCart } from './added-to-cart.tsx';
import { Announcement } from './announcement.tsx';
import { CurrentPage } from './current-page.tsx';
import { GuestItems } from './guest-items.tsx';
import { NavBar } from './nav-bar.tsx';

const loadFooter = () => loadChunk('Footer', () => import('./footer.tsx'));
// Hydrated after the main content.
const Footer = lazy(async () => ({ default: (await loadFooter()).Footer }));

/** The frame of the pages for shoppers. */
export function ShopFrame() {
  return (
    <>
      <Announcement />
      <NavBar />
      <Controls>
        <GuestItems />
        <CurrentPage />
      </Controls>
      <Suspense fallback={<div className="footer footer-placeholder" />}>
        <Footer />
      </Suspense>
      <AddedToCart />
      <ConsentBanner />
    </>
  );
}
