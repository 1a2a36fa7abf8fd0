import type { Stack } from '../api/stack-api.ts';
import { Link } from '../navigation/navigation.tsx';
import type { RulesService } from './rules-endpoints.ts';

interface RulesServicesProps {
  readonly stack: Stack;
  readonly shown: RulesService;
}

/** Links to the rules of Firestore and of Storage, where the stack has both. */
export function RulesServices({ stack: { firestore, storage }, shown }: RulesServicesProps) {
  if (firestore === null || storage === null || storage.rulesFile === '') return null;
  return (
    <nav className="chips" aria-label="Rules of">
      <Link className="chip" href="/rules" aria-current={shown === 'firestore' ? 'page' : undefined}>
        Firestore
      </Link>
      <Link
        className="chip"
        href="/rules?service=storage"
        aria-current={shown === 'storage' ? 'page' : undefined}
      >
        Storage
      </Link>
    </nav>
  );
}
