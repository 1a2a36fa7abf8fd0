import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { rulesLanguage } from './rules-language.ts';
import { coverageMark, type LineCoverage } from './rules-text.ts';

/** An error or a warning of the compiler, at UTF-16 offsets. */
export interface EditorIssue {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

interface RulesEditorProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly issues: readonly EditorIssue[];
  /** Evaluations by line, shown beside the text. */
  readonly coverage: ReadonlyMap<number, LineCoverage>;
  /** Counted from 1; the editor scrolls to it. */
  readonly line: number | undefined;
}

const coverageChanged = StateEffect.define<ReadonlyMap<number, LineCoverage>>();
const coverageField = StateField.define<ReadonlyMap<number, LineCoverage>>({
  create: () => new Map(),
  update: (value, { effects }) => effects.find((effect) => effect.is(coverageChanged))?.value ?? value,
});

class Evaluations extends GutterMarker {
  readonly #count: number;
  readonly #mark: string;

  constructor(count: number, mark: string) {
    super();
    this.#count = count;
    this.#mark = mark;
  }

  override eq(other: Evaluations): boolean {
    return other.#count === this.#count && other.#mark === this.#mark;
  }

  override toDOM(): Node {
    const element = document.createElement('span');
    element.className = `editor-count ${this.#mark}`;
    element.textContent = String(this.#count);
    return element;
  }
}

const extensions = [
  lineNumbers(),
  gutter({
    class: 'editor-coverage',
    lineMarker(view, line) {
      const found = view.state.field(coverageField).get(view.state.doc.lineAt(line.from).number);
      return found === undefined ? null : new Evaluations(found.evaluations, coverageMark(found));
    },
    lineMarkerChange: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some((effect) => effect.is(coverageChanged))),
    initialSpacer: () => new Evaluations(100, 'covered'),
  }),
  lintGutter(),
  coverageField,
  history(),
  drawSelection(),
  highlightActiveLine(),
  bracketMatching(),
  indentOnInput(),
  indentUnit.of('  '),
  // Tab moves the focus, as everywhere in Studio.
  keymap.of([...defaultKeymap, ...historyKeymap]),
  rulesLanguage,
  EditorView.contentAttributes.of({ 'aria-label': 'The edited rules', spellcheck: 'false', tabindex: '0' }),
];

/** An editor for rules. It manages its own text; a new `text` from outside replaces that. */
export function RulesEditor({ text, onChange, issues, coverage, line }: RulesEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const notify = useRef(onChange);
  notify.current = onChange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; later texts arrive by the effect below.
  useEffect(() => {
    const created = new EditorView({
      parent: parent.current as HTMLDivElement,
      state: EditorState.create({
        doc: text,
        extensions: [
          extensions,
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) notify.current(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = created;
    return () => created.destroy();
  }, []);
  useEffect(() => {
    const { current } = view;
    if (current === null || current.state.doc.toString() === text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);
  useEffect(() => {
    view.current?.dispatch({ effects: coverageChanged.of(coverage) });
  }, [coverage]);
  useEffect(() => {
    const { current } = view;
    if (current === null) return;
    const { length } = current.state.doc;
    const diagnostics = issues.map(
      (issue): Diagnostic => ({
        ...issue,
        from: Math.min(issue.from, length),
        to: Math.min(issue.to, length),
      }),
    );
    current.dispatch(setDiagnostics(current.state, diagnostics));
  }, [issues]);
  useEffect(() => {
    const { current } = view;
    if (current === null || line === undefined || line > current.state.doc.lines) return;
    const { from } = current.state.doc.line(line);
    current.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
  }, [line]);
  return <div ref={parent} className="editor" />;
}
