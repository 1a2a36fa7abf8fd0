// Owns what stands at the end of every page, and what is done once a page is shown.
import { Toasts } from '../components/toasts.tsx';
import { ConsentBanner } from '../features/consent/consent-banner.tsx';
import { Footer } from './footer.tsx';
import { pageTag } from './page-tag.ts';
import { PageViews } from './page-views.tsx';

export function PageEnd() {
  return (
    <>
      <PageViews tag={pageTag} />
      <Footer />
      <ConsentBanner />
      <Toasts />
    </>
  );
}
