import type { Stack } from '../api/stack-api.ts';
import { Link } from '../navigation/navigation.tsx';
import type { RulesService } from './rules-endpoints.ts';

interface RulesServicesProps {
  readonly stack: Stack;
  readonly shown: RulesService;
}

const LABELS: Readonly<Record<RulesService, string>> = {
  firestore: 'Firestore',
  storage: 'Storage',
  database: 'Realtime Database',
};

/** The services in a stack that have rules, Firestore first. */
export function rulesServicesOf({ firestore, storage, database }: Stack): readonly RulesService[] {
  return [
    ...(firestore === null ? [] : (['firestore'] as const)),
    ...(storage === null || storage.rulesFile === '' ? [] : (['storage'] as const)),
    ...(database === null ? [] : (['database'] as const)),
  ];
}

/** Links to the rules of each service, if the stack has several. */
export function RulesServices({ stack, shown }: RulesServicesProps) {
  const services = rulesServicesOf(stack);
  if (services.length < 2) return null;
  return (
    <nav className="chips" aria-label="Rules of">
      {services.map((service) => (
        <Link
          key={service}
          className="chip"
          href={service === 'firestore' ? '/rules' : `/rules?service=${service}`}
          aria-current={shown === service ? 'page' : undefined}
        >
          {LABELS[service]}
        </Link>
      ))}
    </nav>
  );
}
