/** Environment variables; undefined ones are not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables of this process. No other file of the kit reads them. Flags change the environment
 * of the project instead.
 */
export function processEnvironment(): Environment {
  return { ...process.env };
}

/**
 * Sets variables of this process until the returned function is called. Needed in test processes
 * for firebase-admin, which reads the address of Auth only from there; processes that the kit
 * starts are passed their variables.
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
