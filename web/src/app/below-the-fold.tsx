import { Toasts } from '../components/toasts.tsx';
import { ConsentBanner } from '../features/consent/consent-banner.tsx';
import { conversionTag } from './conversion-tag.ts';
import { Footer } from './footer.tsx';
import { PageViews } from './page-views.tsx';

/** Footer and overlays of every page, loaded after the first screen. */
export function BelowTheFold() {
  return (
    <>
      <PageViews tag={conversionTag} />
      <Footer />
      <ConsentBanner />
      <Toasts />
    </>
  );
}
