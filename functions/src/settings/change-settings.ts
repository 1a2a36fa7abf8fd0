// Drafts and versions of the settings (model/src/settings.ts). The published value is one document;
// its versions never change, so that each of them can be published again.
import { isDeepStrictEqual } from 'node:util';
import { findLinks, linkedDocument } from '@savepoint/model/content-links';
import { may, type Role } from '@savepoint/model/roles';
import {
  type ChangeSettingsRequest,
  type ChangeSettingsResponse,
  draftPath,
  entrySchema,
  type PublishedSettings,
  SETTINGS,
  type SettingsDraft,
  type SettingsSection,
  type SettingsVersion,
  settingsPath,
  settingsValue,
  versionPath,
} from '@savepoint/model/settings';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { findLeafChanges } from '../audit/audit-changes.ts';
import { type Admin, createAuditEntry } from '../audit/audit-entry.ts';
import { httpsError } from '../callable/https-error.ts';

const SCHEDULE_DAYS_MAX = 366;
const DAY_MS = 86_400_000;

/** The published value of a section, and its draft. */
interface SectionState {
  readonly published: PublishedSettings | undefined;
  readonly draft: SettingsDraft | undefined;
}

/**
 * Saves or discards a draft, publishes it now or later, or republishes an earlier version, and
 * writes the audit log. Rejects with invalid-argument for the field of an invalid value and for a
 * broken link, with aborted if somebody else has changed the section since, and with not-found for
 * an unknown version.
 */
export function changeSettings(
  db: Firestore,
  admin: Admin,
  request: ChangeSettingsRequest,
  now: Date,
): Promise<ChangeSettingsResponse> {
  const { section } = request;
  return db.runTransaction(async (transaction) => {
    const state = await readSection(db, transaction, section);
    const version = state.published?.version ?? 0;
    if (version !== request.version || state.draft?.savedAt !== request.draftSavedAt)
      throw httpsError(
        'aborted',
        'Somebody else has changed these settings in the meantime. Reload the page to see their changes.',
      );
    if (request.action === 'discard') {
      transaction.delete(db.doc(draftPath(section)));
      writeAudit(db, transaction, admin, now, section, 'Discarded the draft');
      return { version };
    }
    if (request.action === 'restore') {
      const value = await readVersion(db, transaction, section, request.restored);
      await requireLinks(db, transaction, value);
      const published = publish(db, transaction, admin, now, section, state, value, request.restored);
      return { version: published, ...(state.draft && { draftSavedAt: state.draft.savedAt }) };
    }
    const value = parseValue(section, request.value);
    if (request.action === 'publish') await requireLinks(db, transaction, value);
    if (request.action === 'publish' && request.publishAt === undefined) {
      transaction.delete(db.doc(draftPath(section)));
      return { version: publish(db, transaction, admin, now, section, state, value) };
    }
    const publishAt = request.action === 'publish' ? requireFuture(request.publishAt, now) : undefined;
    const draft: SettingsDraft = {
      value,
      savedAt: now.toISOString(),
      uid: admin.uid,
      ...(admin.email !== undefined && { email: admin.email }),
      ...(publishAt !== undefined && { publishAt }),
    };
    transaction.set(db.doc(draftPath(section)), draft);
    writeAudit(
      db,
      transaction,
      admin,
      now,
      section,
      publishAt === undefined ? 'Saved a draft' : `Will be published at ${publishAt}`,
    );
    return { version, draftSavedAt: draft.savedAt };
  });
}

/**
 * Publishes a section's draft that is due; returns true if it did. A draft that can no longer be
 * published stays, with the reason. That includes drafts of authors whose role, from `readRole`, no
 * longer allows it.
 */
export function publishDueDraft(
  db: Firestore,
  section: SettingsSection,
  now: Date,
  readRole: (uid: string) => Promise<Role | undefined>,
): Promise<boolean> {
  return db.runTransaction(async (transaction) => {
    const state = await readSection(db, transaction, section);
    const { draft } = state;
    if (draft?.publishAt === undefined || Date.parse(draft.publishAt) > now.getTime()) return false;
    const { publishAt: _, ...kept } = draft;
    try {
      if (!may(await readRole(draft.uid), SETTINGS[section].permission))
        throw httpsError(
          'permission-denied',
          `${draft.email ?? 'The account that scheduled this'} may no longer publish.`,
        );
      const value = parseValue(section, draft.value);
      await requireLinks(db, transaction, value);
      transaction.delete(db.doc(draftPath(section)));
      publish(db, transaction, { uid: draft.uid, email: draft.email }, now, section, state, value);
      return true;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== 'invalid-argument' && code !== 'permission-denied') throw error;
      transaction.set(db.doc(draftPath(section)), { ...kept, problem: (error as Error).message });
      return false;
    }
  });
}

async function readSection(
  db: Firestore,
  transaction: Transaction,
  section: SettingsSection,
): Promise<SectionState> {
  const [published, draft] = await transaction.getAll(
    db.doc(settingsPath(section)),
    db.doc(draftPath(section)),
  );
  return {
    published: published?.data() as PublishedSettings | undefined,
    draft: draft?.data() as SettingsDraft | undefined,
  };
}

/** Writes a new version, unless the value is already published; returns its number. */
function publish(
  db: Firestore,
  transaction: Transaction,
  admin: Admin,
  now: Date,
  section: SettingsSection,
  { published }: SectionState,
  value: unknown,
  restored?: number,
): number {
  const before = published?.value ?? SETTINGS[section].defaults;
  const versionBefore = published?.version ?? 0;
  if (isDeepStrictEqual(before, value)) return versionBefore;
  const next: PublishedSettings = { value, version: versionBefore + 1, publishedAt: now.toISOString() };
  const version: SettingsVersion = {
    ...next,
    uid: admin.uid,
    ...(admin.email !== undefined && { email: admin.email }),
    ...(restored !== undefined && { restored }),
  };
  transaction.set(db.doc(settingsPath(section)), next);
  transaction.set(db.doc(versionPath(section, next.version)), version);
  const summary =
    restored === undefined
      ? `Published version ${next.version}`
      : `Published version ${next.version}, which repeats ${restored === 0 ? 'the defaults' : `version ${restored}`}`;
  writeAudit(db, transaction, admin, now, section, summary, findLeafChanges(before, value));
  return next.version;
}

function writeAudit(
  db: Firestore,
  transaction: Transaction,
  admin: Admin,
  now: Date,
  section: SettingsSection,
  summary: string,
  changes: ReturnType<typeof findLeafChanges> = [],
): void {
  const { ref, fields } = createAuditEntry(db, admin, now, {
    action: 'changeSettings',
    target: settingsPath(section),
    summary,
    ...(changes.length > 0 && { changes }),
  });
  transaction.set(ref, fields);
}

function parseValue(section: SettingsSection, value: unknown): unknown {
  const parsed = entrySchema(section).safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw httpsError('invalid-argument', issue?.code === 'custom' ? issue.message : 'This is not valid.', {
    field: issue?.path.map(String).join('.') ?? '',
  });
}

async function readVersion(
  db: Firestore,
  transaction: Transaction,
  section: SettingsSection,
  version: number,
): Promise<unknown> {
  if (version === 0) return SETTINGS[section].defaults;
  const found = await transaction.get(db.doc(versionPath(section, version)));
  if (!found.exists) throw httpsError('not-found', 'There is no such version.');
  return settingsValue(section, found.data());
}

/** Throws for the first link to a page, category or product that shoppers cannot open. */
async function requireLinks(db: Firestore, transaction: Transaction, value: unknown): Promise<void> {
  const links = findLinks(value).map((link) => ({ ...link, document: linkedDocument(link.to) }));
  const paths = [...new Set(links.flatMap(({ document }) => document ?? []))];
  const found = paths.length === 0 ? [] : await transaction.getAll(...paths.map((path) => db.doc(path)));
  const isOpen = (path: string) => {
    const document = found[paths.indexOf(path)];
    return document?.exists === true && (document.get('status') ?? 'active') === 'active';
  };
  const broken = links.find(({ document }) =>
    document === undefined ? true : document !== null && !isOpen(document),
  );
  if (broken !== undefined)
    throw httpsError('invalid-argument', `${broken.to} leads nowhere: shoppers would see an error page.`, {
      field: broken.path.join('.'),
    });
}

function requireFuture(publishAt: string | undefined, now: Date): string | undefined {
  if (publishAt === undefined) return undefined;
  const days = (Date.parse(publishAt) - now.getTime()) / DAY_MS;
  if (days <= 0 || days > SCHEDULE_DAYS_MAX)
    throw httpsError('invalid-argument', 'Choose a time in the future, within a year.', {
      field: 'publishAt',
    });
  return publishAt;
}
