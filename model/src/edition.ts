/** Numbered units of a drop. */
export interface Edition {
  readonly dropId: string;
  readonly numbers: readonly number[];
  /** The size of the edition. */
  readonly of: number;
}

/** 'No. 7 of 200', or 'Nos. 7 and 12 of 200'. */
export function describeEdition({ numbers, of }: Pick<Edition, 'numbers' | 'of'>): string {
  const [last, ...others] = [...numbers].reverse();
  if (others.length === 0) return `No. ${last} of ${of}`;
  return `Nos. ${others.reverse().join(', ')} and ${last} of ${of}`;
}
