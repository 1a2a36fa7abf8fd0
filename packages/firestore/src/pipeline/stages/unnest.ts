import type { FieldValue } from '../../core/value.ts';
import type { Value } from '../../gen/google/firestore/v1/document_pb.js';
import type { StageDefinition } from '../parser.ts';
import { readField, readFieldOrName } from '../read-argument.ts';
import { RowBuilder } from '../row.ts';

/**
 * unnest(array, field): a row for each element of the array, stored in the field. The option
 * index_field also stores the index. A row whose expression is not an array is kept with a null
 * index; a row with an empty array is omitted. @see
 * https://firebase.google.com/docs/firestore/pipelines/stages/transformation/unnest
 */
export const unnest: StageDefinition = {
  minimum: 2,
  maximum: 2,
  options: ['index_field'],
  compile: ({ args, options }, parser) => {
    const expression = parser.parseExpression(args[0] as Value);
    const path = readField(args[1], 'alias');
    const indexPath = options.index_field && readFieldOrName(options.index_field, 'index_field');
    return function* (rows, environment) {
      for (const row of rows) {
        const value = expression(row, environment);
        if (!Array.isArray(value)) {
          const builder = new RowBuilder(row.fields, row.metadata);
          if (indexPath) builder.set(indexPath, null);
          yield builder.build(row.variables);
          continue;
        }
        for (const [index, element] of (value as readonly FieldValue[]).entries()) {
          const builder = new RowBuilder(row.fields, row.metadata);
          builder.set(path, element);
          if (indexPath) builder.set(indexPath, BigInt(index));
          yield builder.build(row.variables);
        }
      }
    };
  },
};
