import { randomBytes } from 'node:crypto';
import {
  AUTOMATIC_PROMOTIONS_MAX,
  findPromotionProblem,
  type Promotion,
  type PromotionFields,
  PromotionFieldsSchema,
  promotionPhase,
} from '@savepoint/model/promotion';
import type { SavePromotionRequest, SavePromotionResponse } from '@savepoint/model/promotion-changes';
import type { Firestore } from 'firebase-admin/firestore';
import { findAuditChanges } from '../audit/audit-changes.ts';
import { type Admin, createAuditEntry } from '../audit/audit-entry.ts';
import { httpsError } from '../callable/https-error.ts';
import { documentTransaction } from '../firestore/firestore-document-store.ts';
import { AUTOMATIC_PROMOTIONS_PATH, type AutomaticPromotions, promotionPath } from './promotion-records.ts';
import { newShard, type Shard, shardPaths, sumShards } from './promotion-uses.ts';

type StoredPromotion = PromotionFields & { readonly createdAt: Date; readonly updatedAt: Date };

/**
 * Creates or changes a promotion, keeps its uses, and writes the audit log. Rejects with not-found,
 * with aborted if it has changed since the edited `version`, with failed-precondition for an
 * existing code, and with invalid-argument for rules that span fields.
 */
export function savePromotion(
  db: Firestore,
  admin: Admin,
  { promotionId, version, promotion }: SavePromotionRequest,
  now: Date,
): Promise<SavePromotionResponse> {
  const problem = findPromotionProblem(promotion);
  if (problem !== undefined)
    throw httpsError('invalid-argument', problem.message, { field: `promotion.${problem.field}` });
  // A slug of small letters cannot be a code.
  const id = promotionId ?? promotion.code ?? `auto-${randomBytes(9).toString('hex')}`;
  return db.runTransaction(async (sdkTransaction) => {
    const transaction = documentTransaction(db, sdkTransaction);
    const [stored, automatic, ...shards] = (await transaction.getAll<unknown>([
      promotionPath(id),
      AUTOMATIC_PROMOTIONS_PATH,
      ...shardPaths(id),
    ])) as [StoredPromotion | null, AutomaticPromotions | null, ...(Shard | null)[]];
    requireCurrent(stored, { promotionId, version, promotion });
    const { createdAt = now, updatedAt: _, ...before } = stored ?? {};
    transaction.set(promotionPath(id), { ...promotion, createdAt, updatedAt: now });
    if (stored !== null) {
      const used = sumShards({ ...stored, id }, shards);
      for (const [index, path] of shardPaths(id).entries())
        transaction.set(path, newShard(promotion, index, used));
    }
    if (promotion.code === undefined)
      transaction.set(AUTOMATIC_PROMOTIONS_PATH, {
        promotions: replaceIn(automatic?.promotions ?? [], { ...promotion, id }, now),
      });
    const changes = findAuditChanges(
      withEffectText(before),
      withEffectText(promotion),
      Object.keys(PromotionFieldsSchema.shape),
    );
    const entry = createAuditEntry(db, admin, now, {
      action: 'savePromotion',
      target: promotionPath(id),
      summary: `${stored === null ? 'Created' : 'Changed'} ${promotion.name}`,
      ...(stored !== null && { changes }),
    });
    sdkTransaction.set(entry.ref, entry.fields);
    return { promotionId: id, version: now.toISOString() };
  });
}

function requireCurrent(
  stored: StoredPromotion | null,
  { promotionId, version, promotion }: SavePromotionRequest,
): void {
  if (promotionId === undefined) {
    if (stored !== null)
      throw httpsError(
        'failed-precondition',
        `There is already a promotion with the code ${promotion.code}.`,
        {
          field: 'promotion.code',
        },
      );
    return;
  }
  if (stored === null) throw httpsError('not-found', 'There is no such promotion.');
  if (stored.updatedAt.toISOString() !== version)
    throw httpsError(
      'aborted',
      'Somebody else has changed this promotion in the meantime. Reload the page to see how it is now.',
    );
  if (stored.code !== promotion.code)
    throw httpsError('invalid-argument', 'A code cannot change. Create another promotion instead.', {
      field: 'promotion.code',
    });
}

/** The list for every order: without stopped and ended ones. */
function replaceIn(promotions: readonly Promotion[], saved: Promotion, now: Date): Promotion[] {
  const after = [...promotions.filter(({ id }) => id !== saved.id), saved].filter((promotion) =>
    ['scheduled', 'active'].includes(promotionPhase(promotion, now)),
  );
  if (after.length > AUTOMATIC_PROMOTIONS_MAX)
    throw httpsError(
      'failed-precondition',
      `${AUTOMATIC_PROMOTIONS_MAX} automatic promotions are running, which is the maximum. Stop one first.`,
    );
  return after;
}

/** The audit log compares plain values. */
function withEffectText({ effect, ...fields }: Partial<PromotionFields>): Record<string, unknown> {
  return { ...fields, ...(effect !== undefined && { effect: JSON.stringify(effect) }) };
}
