// What the browser sends of a visit. Apart from the counts, because the first page loads no schemas.
import * as z from 'zod/mini';
import { lineSchema } from './plain-text.ts';
import { SEARCH_TEXT_MAX, VISIT_SEARCHES_MAX, VISIT_STEPS } from './visit.ts';

/** A search that found no product, or only sold-out ones. */
export const FailedSearchSchema = z.strictObject({
  text: lineSchema(2, SEARCH_TEXT_MAX),
  outcome: z.enum(['nothing', 'sold-out']),
});
export type FailedSearch = z.infer<typeof FailedSearchSchema>;

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

/** `recordVisit`: everything that is sent of a visit, once, at its end. It says nothing of who. */
export const VisitReportSchema = z.strictObject({
  steps: z.array(z.enum(VISIT_STEPS)).check(z.refine(isUnique)),
  searches: z.array(FailedSearchSchema).check(z.maxLength(VISIT_SEARCHES_MAX)),
});
export type VisitReport = z.infer<typeof VisitReportSchema>;
