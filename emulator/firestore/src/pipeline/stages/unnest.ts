import type { FieldValue } from '../../core/value.ts';
import type { Value } from '../../gen/google/firestore/v1/document_pb.js';
import type { StageDefinition } from '../parser.ts';
import { readField, readFieldOrName } from '../read-argument.ts';
import { RowBuilder } from '../row.ts';

/**
 * unnest(array, field): a row for each element of the array, which the field holds; with the option index_field, another
 * holds the index. A row whose expression is no array stays one row: the field holds its value, the index is null.
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
        const isArray = Array.isArray(value);
        const elements = isArray ? (value as readonly FieldValue[]) : [value];
        for (const [index, element] of elements.entries()) {
          const builder = new RowBuilder(row.fields, row.metadata);
          builder.set(path, element);
          if (indexPath) builder.set(indexPath, isArray ? BigInt(index) : null);
          yield builder.build(row.variables);
        }
      }
    };
  },
};
