/** Variables of a process; an undefined one is not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables of this process. No other file of the kit reads them: what a flag changes for the
 * processes of a stack is in the environment of its project.
 */
export function processEnvironment(): Environment {
  return { ...process.env };
}

/**
 * Sets variables of this process until the returned function is called. For firebase-admin in the
 * process of a test, which takes the address of Auth from nowhere else; a process that the kit
 * starts is passed its variables.
 */
export function lendVariables(variables: Readonly<Record<string, string>>): () => void {
  const before = processEnvironment();
  Object.assign(process.env, variables);
  return () => {
    for (const name of Object.keys(variables)) {
      const value = before[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
