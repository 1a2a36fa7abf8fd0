import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';

/** The page of unknown URLs. */
export function Component() {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <EmptyState icon="crystal" title="Page Not Found" headingLevel={1}>
        <p>This page does not exist. The last save point is not far.</p>
        <div className="row">
          <ButtonLink to="/shop">Go to the shop</ButtonLink>
          <ButtonLink to="/" variant="secondary">
            Back home
          </ButtonLink>
        </div>
      </EmptyState>
    </main>
  );
}
