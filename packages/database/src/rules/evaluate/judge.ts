/** Decides which rules apply to an operation, and combines their results. */
import type { Path } from '../../core/path.ts';
import type { Place, RuleOutcome } from './place.ts';

/** The decision for one path. */
export interface Judgment {
  readonly isAllowed: boolean;
  /**
   * The rules that decided: the one that granted, or all that could have, innermost first; for an
   * invalid write that was granted, the `.validate` that was not true.
   */
  readonly outcomes: readonly RuleOutcome[];
}

/**
 * Evaluates the `.read` rules from the root to the path. The first true one grants access to
 * everything below it.
 */
export function judgeRead(root: Place, path: Path): Judgment {
  return judgeGrants(root, path, 'read');
}

/**
 * Evaluates the `.write` rules from the root to the path, one of which must be true, and all
 * `.validate` rules along the path and below it for new data.
 */
export function judgeWrite(root: Place, path: Path): Judgment {
  const grant = judgeGrants(root, path, 'write');
  if (!grant.isAllowed) return grant;
  const invalid = findInvalid(root, path);
  return invalid === undefined ? grant : { isAllowed: false, outcomes: [invalid] };
}

function judgeGrants(root: Place, path: Path, kind: 'read' | 'write'): Judgment {
  const outcomes: RuleOutcome[] = [];
  let place: Place | undefined = root;
  for (const key of [...path, undefined]) {
    const outcome: RuleOutcome | undefined = place?.ask(kind);
    if (outcome?.outcome === true) return { isAllowed: true, outcomes: [outcome] };
    if (outcome !== undefined) outcomes.unshift(outcome);
    if (key !== undefined) place = place?.child(key);
  }
  return { isAllowed: false, outcomes };
}

function findInvalid(root: Place, path: Path): RuleOutcome | undefined {
  let place: Place | undefined = root;
  for (const key of path) {
    // Without new data here, there is none below.
    if (place === undefined || !place.newData.exists()) return undefined;
    const outcome = place.ask('validate');
    if (outcome !== undefined && outcome.outcome !== true) return outcome;
    place = place.child(key);
  }
  return place === undefined ? undefined : findInvalidBelow(place);
}

function findInvalidBelow(place: Place): RuleOutcome | undefined {
  const { node } = place.newData;
  if (!place.node.validates || node.isEmpty) return undefined;
  const outcome = place.ask('validate');
  if (outcome !== undefined && outcome.outcome !== true) return outcome;
  for (const key of keysToValidate(place)) {
    const child = place.unknownChild(key);
    const invalid = child === undefined ? undefined : findInvalidBelow(child);
    if (invalid !== undefined) return invalid;
  }
  return undefined;
}

/**
 * The keys of the new data that rules validate. A few exact keys are looked up instead of iterating
 * over many children.
 */
function* keysToValidate({ node, newData }: Place): Iterable<string> {
  if (node.wildcard?.validates === true) {
    for (const [key] of newData.node.entries()) yield key;
    return;
  }
  for (const key of node.children.keys()) if (!newData.node.child(key).isEmpty) yield key;
}
