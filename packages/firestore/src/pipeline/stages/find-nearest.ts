import { invalidArgument } from '../../core/rpc-error.ts';
import { VectorValue } from '../../core/value.ts';
import type { Value } from '../../gen/google/firestore/v1/document_pb.js';
import { asVector, type DistanceMeasure, vectorDistance } from '../functions/vector.ts';
import type { StageDefinition } from '../parser.ts';
import { readCount, readFieldOrName, readString } from '../read-argument.ts';
import { type Row, RowBuilder } from '../row.ts';

const MEASURES: readonly string[] = ['euclidean', 'cosine', 'dot_product'] satisfies DistanceMeasure[];

/**
 * find_nearest(field, vector, measure): the rows with a vector of the same dimension, nearest
 * first. The option distance_field adds the distance as a field.
 */
export const findNearest: StageDefinition = {
  minimum: 3,
  maximum: 3,
  options: ['limit', 'distance_field'],
  compile: ({ args, options }, parser) => {
    const vectorOf = parser.parseExpression(args[0] as Value);
    const target = parser.parseExpression(args[1] as Value);
    const measure = readString(args[2], 'distance_measure') as DistanceMeasure;
    if (!MEASURES.includes(measure)) {
      throw invalidArgument(
        `Expected distance_measure to be one of ${MEASURES.join(', ')}, but was "${measure}".`,
      );
    }
    const limit = options.limit && readCount(options.limit, 'limit');
    const distanceField = options.distance_field && readFieldOrName(options.distance_field, 'distance_field');
    return function* (rows, environment) {
      const found: { readonly row: Row; readonly distance: number }[] = [];
      for (const row of rows) {
        const value = vectorOf(row, environment);
        if (!(value instanceof VectorValue)) continue;
        const vector = asVector('find_nearest', target(row, environment) ?? null);
        if (vector.length !== value.values.length) continue;
        const distance = vectorDistance(measure, vector, value.values);
        if (!Number.isNaN(distance)) found.push({ row, distance });
      }
      // A dot product increases with similarity; the other measures decrease.
      const sign = measure === 'dot_product' ? -1 : 1;
      found.sort((left, right) => sign * (left.distance - right.distance));
      for (const { row, distance } of found.slice(0, limit)) {
        if (!distanceField) {
          yield row;
          continue;
        }
        const builder = new RowBuilder(row.fields, row.metadata);
        builder.set(distanceField, distance);
        yield builder.build(row.variables);
      }
    };
  },
};
