import { readDeployedInstances } from '../config/firebaserc.ts';
import { commandText, type Project } from '../config/project.ts';
import { UserError } from '../user-error.ts';

type DeployedProject = Pick<Project, 'id' | 'folder' | 'firebase'>;

/**
 * Describes which Realtime Database instances get rules. Only production knows which instances
 * exist; the emulator creates each on first use.
 * @throws UserError when firebase-tools cannot determine the instances
 */
export function describeDatabase(project: DeployedProject): string {
  const { id, folder, firebase } = project;
  const entries = (firebase.database ?? []).filter(({ rules }) => rules !== undefined);
  if (entries.length === 0)
    return 'firebase.json has no rules for it, so the rules in the console stay in force';
  const instances = entries.flatMap((entry) => instancesOf(entry, project));
  const other = instances.find((name) => name !== `${id}-default-rtdb`);
  return [
    `rules for ${instances.join(', ')}`,
    ...(other === undefined
      ? []
      : [`each must exist in production: firebase database:instances:create ${other}`]),
    `${commandText(folder, 'advise')} names the ".indexOn" that queries of a running stack miss`,
  ].join('; ');
}

function instancesOf(
  { instance, target, isInList }: NonNullable<Project['firebase']['database']>[number],
  { id, folder }: DeployedProject,
): readonly string[] {
  if (target !== undefined) {
    const instances = readDeployedInstances(folder, id, target);
    if (instances.length > 0) return instances;
    throw new UserError(
      `firebase.json has the deploy target "${target}" of the Realtime Database, but .firebaserc lists no instances for it in ${id}`,
      `Name them: firebase target:apply database ${target} INSTANCE --project ${id}`,
    );
  }
  if (instance !== undefined) return [instance];
  if (!isInList) return [`${id}-default-rtdb`];
  throw new UserError(
    'firebase.json lists rules of the Realtime Database that name neither "instance" nor "target"',
    'Add one, or make the list one object.',
  );
}
