/** A half-open range of UTF-16 offsets into a source. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** A google.firebase.rules.v1.SourcePosition. */
export interface SourcePosition {
  readonly fileName: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, counted in Unicode scalar values. */
  readonly column: number;
  /** 0-based, counted in Unicode scalar values. */
  readonly currentOffset: number;
  /** 0-based and inclusive: the offset of the last character of the range. */
  readonly endOffset: number;
}

/**
 * The text of a rules file with a line table. Offsets count UTF-16 units; the positions returned
 * count scalar values.
 */
export class SourceText {
  readonly text: string;
  readonly fileName: string;
  readonly #lineStarts: number[] = [0];
  readonly #hasSurrogates: boolean;

  constructor(text: string, fileName: string) {
    this.text = text;
    this.fileName = fileName;
    this.#hasSurrogates = /[\ud800-\udfff]/.test(text);
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      this.#lineStarts.push(at + 1);
    }
  }

  /** The 1-based line of an offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  columnAt(offset: number): number {
    return this.#scalarsBetween(this.#lineStarts[this.lineAt(offset) - 1] ?? 0, offset) + 1;
  }

  slice(range: SourceRange): string {
    return this.text.slice(range.start, range.end);
  }

  /** Converts a range to a SourcePosition. */
  position(range: SourceRange): SourcePosition {
    const line = this.lineAt(range.start);
    const lineStart = this.#lineStarts[line - 1] ?? 0;
    const currentOffset = this.#scalarsBetween(0, range.start);
    const length = this.#scalarsBetween(range.start, Math.max(range.start + 1, range.end));
    return {
      fileName: this.fileName,
      line,
      column: this.#scalarsBetween(lineStart, range.start) + 1,
      currentOffset,
      endOffset: currentOffset + Math.max(1, length) - 1,
    };
  }

  #scalarsBetween(start: number, end: number): number {
    if (!this.#hasSurrogates) return end - start;
    let count = 0;
    for (let at = start; at < end; count++) at += (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return count;
  }
}
