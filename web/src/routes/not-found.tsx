import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { NOT_FOUND_HEAD } from '../config/page-heads.ts';
import { WayOn } from '../features/catalog/way-on.tsx';

/** The page of unknown URLs. */
export function Component() {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <PageHead {...NOT_FOUND_HEAD} noindex />
      <EmptyState icon="crystal" art="game-over" title="Page Not Found" headingLevel={1}>
        <p>This page does not exist, but the last save point is not far.</p>
        <div className="row">
          <ButtonLink to="/shop">Go to the shop</ButtonLink>
          <ButtonLink to="/" variant="secondary">
            Back home
          </ButtonLink>
        </div>
      </EmptyState>
      <WayOn />
    </main>
  );
}
