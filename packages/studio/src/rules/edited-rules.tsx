import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Stack, StoredError } from '../api/stack-api.ts';
import { toastAdded } from '../toasts/toasts-slice.ts';
import { type EditorIssue, RulesEditor } from './rules-editor.tsx';
import {
  type CoverageNode,
  type RulesIssue,
  type RulesService,
  useSaveRulesMutation,
  useTestDatabaseRulesQuery,
  useTestRulesQuery,
} from './rules-endpoints.ts';
import { coverageByLine, utf16Offset } from './rules-text.ts';

interface EditedRulesProps {
  readonly stack: Stack;
  /** The rules in force, with which editing starts. */
  readonly content: string;
  readonly report: readonly CoverageNode[];
  readonly file: string;
  readonly line: number | undefined;
  readonly onLine: (line: number) => void;
  readonly service: RulesService;
  /** The form that tests requests against the typed rules. */
  readonly children: (rules: TriedRules) => ReactNode;
}

/** The rules in the editor, for a form that tests requests. */
export interface TriedRules {
  readonly content: string;
  /** True if they differ from the rules in force. */
  readonly isChanged: boolean;
  readonly onReport: (report: readonly CoverageNode[]) => void;
}

const NO_ISSUES: readonly RulesIssue[] = [];
/** Unsaved rules survive navigation and reloads, but not closing the tab. */
const DRAFT_KEYS: Readonly<Record<RulesService, string>> = {
  firestore: 'studio.rules-draft',
  storage: 'studio.storage-rules-draft',
  database: 'studio.database-rules-draft',
};

/** Each instance of the Realtime Database has its own rules. */
function draftKey(service: RulesService, { database }: Stack): string {
  return service === 'database' ? `${DRAFT_KEYS[service]}.${database?.namespace}` : DRAFT_KEYS[service];
}

/** Unsaved rules, and the rules in force when editing began. */
interface Draft {
  readonly text: string;
  readonly base: string;
}

function readDraft(key: string): Draft | null {
  const stored = sessionStorage.getItem(key);
  return stored === null ? null : (JSON.parse(stored) as Draft);
}

/** The rules editor with inline errors, and a form that tests requests against the typed text. */
export default function EditedRules({
  stack,
  content,
  report,
  file,
  line,
  onLine,
  service,
  children,
}: EditedRulesProps) {
  const key = draftKey(service, stack);
  const [draft, setDraft] = useState(() => readDraft(key));
  const text = draft?.text ?? content;
  const isChanged = text !== content;
  useEffect(() => {
    if (isChanged && draft !== null) sessionStorage.setItem(key, JSON.stringify(draft));
    else {
      sessionStorage.removeItem(key);
      setDraft(null);
    }
  }, [isChanged, draft, key]);
  const edit = (next: string) => setDraft((old) => ({ text: next, base: old?.base ?? content }));
  const compiled = useCompiled(stack, service, useDeferredValue(text));
  const issues = compiled.data?.issues ?? NO_ISSUES;
  const shownIssues = useMemo(() => issues.map((issue) => toEditorIssue(issue, text)), [issues, text]);
  const [tried, setTried] = useState<{ text: string; report: readonly CoverageNode[] }>();
  const shownReport = tried?.text === text ? tried.report : isChanged ? undefined : report;
  const coverage = useMemo(() => coverageByLine(shownReport ?? []), [shownReport]);
  return (
    <div className="edited-rules">
      <EditorHead
        service={service}
        namespace={stack.database?.namespace}
        file={file}
        draft={isChanged ? draft : null}
        content={content}
        canSave={issues.every(isWarning)}
        onDiscard={() => setDraft(null)}
      />
      <RulesEditor text={text} onChange={edit} issues={shownIssues} coverage={coverage} line={line} />
      <Issues issues={issues} error={compiled.error as StoredError | undefined} onLine={onLine} />
      {children({ content: text, isChanged, onReport: (next) => setTried({ text, report: next }) })}
    </div>
  );
}

/** The compiler issues of rules that are not in force. */
function useCompiled({ projectId, database }: Stack, service: RulesService, content: string) {
  const isDatabase = service === 'database' && database !== null;
  const tested = useTestRulesQuery({ projectId, content, testCases: [] }, { skip: isDatabase });
  const namespace = database?.namespace ?? '';
  const inDatabase = useTestDatabaseRulesQuery({ namespace, content, operations: [] }, { skip: !isDatabase });
  return isDatabase ? inDatabase : tested;
}

const isWarning = ({ severity }: RulesIssue): boolean => severity === 'WARNING';

interface HeadProps {
  readonly service: RulesService;
  readonly namespace: string | undefined;
  readonly file: string;
  readonly draft: Draft | null;
  readonly content: string;
  readonly canSave: boolean;
  readonly onDiscard: () => void;
}

function EditorHead({ service, namespace, file, draft, content, canSave, onDiscard }: HeadProps) {
  const dispatch = useDispatch();
  const [saveRules, { isLoading }] = useSaveRulesMutation();
  const save = async ({ base, text }: Draft) => {
    const { error } = await saveRules({ service, namespace, base, content: text });
    const message =
      error === undefined ? `Saved ${file}. The emulator loads it.` : (error as StoredError).message;
    dispatch(toastAdded({ message, isError: error !== undefined }));
  };
  return (
    <div className="toolbar editor-head">
      <span role="status" className="muted">
        {draft === null
          ? 'The rules in force'
          : draft.base === content
            ? 'Edited, not saved'
            : 'Edited, not saved. The rules in force have changed since.'}
      </span>
      <span className="spacer" />
      {draft === null ? null : (
        <>
          <button type="button" className="button button-small" onClick={onDiscard}>
            Discard
          </button>
          <button
            type="button"
            className="button button-small button-primary"
            disabled={isLoading || !canSave}
            onClick={() => save(draft)}
          >
            Save to {file}
          </button>
        </>
      )}
    </div>
  );
}

interface IssuesProps {
  readonly issues: readonly RulesIssue[];
  readonly error: StoredError | undefined;
  readonly onLine: (line: number) => void;
}

function Issues({ issues, error, onLine }: IssuesProps) {
  if (error !== undefined) {
    return (
      <p className="problem" role="alert">
        {error.message}
      </p>
    );
  }
  if (issues.length === 0) return null;
  return (
    <ul className="editor-issues" aria-label="Errors and warnings" aria-live="polite">
      {issues.map(({ severity, description, sourcePosition: { line, column } }) => (
        <li key={`${line}:${column} ${description}`}>
          <span className={severity === 'ERROR' ? 'badge badge-bad' : 'badge'}>{severity.toLowerCase()}</span>{' '}
          <button type="button" className="link-button" onClick={() => onLine(line)}>
            {line}:{column}
          </button>{' '}
          {description}
        </li>
      ))}
    </ul>
  );
}

/** Converts an issue to UTF-16 offsets; the compiler counts Unicode scalar values. */
function toEditorIssue({ severity, description, sourcePosition }: RulesIssue, text: string): EditorIssue {
  const from = utf16Offset(text, sourcePosition.currentOffset);
  return {
    from,
    to: Math.max(from, utf16Offset(text, sourcePosition.endOffset + 1)),
    severity: severity === 'ERROR' ? 'error' : 'warning',
    message: description,
  };
}
