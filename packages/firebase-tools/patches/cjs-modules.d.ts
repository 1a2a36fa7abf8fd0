// The patches that are not typed yet.
declare module '*.cjs' {
  export const module: string;
  export const expected: Readonly<Record<string, (moduleExports: object) => boolean>>;
  export function apply(moduleExports: object, load: import('../patch.ts').Load): void;
}
