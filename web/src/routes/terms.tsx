import { PageHead } from '../components/page-head.tsx';
import { PAGE_HEADS } from '../config/page-heads.ts';
import { WrittenPage } from '../features/content/text-page.tsx';

/** The /terms page. */
export function Component() {
  return (
    <WrittenPage name="terms" eyebrow="Legal">
      <PageHead {...PAGE_HEADS.terms} />
    </WrittenPage>
  );
}
