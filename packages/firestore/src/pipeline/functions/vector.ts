import { type FieldValue, GeoPointValue, VectorValue } from '../../core/value.ts';
import { invalidExpression } from '../evaluation-error.ts';
import { type FunctionDefinition, type FunctionTable, strict } from '../parser.ts';
import { asArray, asNumber, typeError } from './argument.ts';

/** The distance measures, named as in find_nearest. */
export type DistanceMeasure = 'euclidean' | 'cosine' | 'dot_product';

const EARTH_RADIUS_METERS = 6_371_008.8;

/** The components of a vector, or of an array of numbers. Throws EvaluationError. */
export function asVector(functionName: string, value: FieldValue): readonly number[] {
  if (value instanceof VectorValue) return value.values;
  if (!Array.isArray(value)) throw typeError(functionName, 'vector', value);
  return asArray(functionName, value).map((component) => Number(asNumber(functionName, component)));
}

/** The distance between two vectors of the same dimension. */
export function vectorDistance(
  measure: DistanceMeasure,
  left: readonly number[],
  right: readonly number[],
): number {
  let [product, squares, leftSquares, rightSquares] = [0, 0, 0, 0];
  for (const [index, a] of left.entries()) {
    const b = right[index] as number;
    product += a * b;
    squares += (a - b) ** 2;
    leftSquares += a * a;
    rightSquares += b * b;
  }
  if (measure === 'dot_product') return product;
  return measure === 'euclidean' ? Math.sqrt(squares) : 1 - product / Math.sqrt(leftSquares * rightSquares);
}

function distance(name: string, measure: DistanceMeasure): FunctionDefinition {
  return strict(2, 2, (first, second) => {
    const [left, right] = [asVector(name, first), asVector(name, second)];
    if (left.length !== right.length) {
      throw invalidExpression(`${name}(): the vectors have ${left.length} and ${right.length} dimensions.`);
    }
    return vectorDistance(measure, left, right);
  });
}

/** The great-circle distance in meters. */
function geoDistance(left: FieldValue, right: FieldValue): number {
  for (const value of [left, right]) {
    if (!(value instanceof GeoPointValue)) throw typeError('geo_distance', 'geo_point', value);
  }
  const [a, b] = [left as GeoPointValue, right as GeoPointValue];
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const latitude = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const longitude = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const haversine = latitude + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * longitude;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.sqrt(Math.min(1, haversine)));
}

export const VECTOR_FUNCTIONS: FunctionTable = {
  cosine_distance: distance('cosine_distance', 'cosine'),
  dot_product: distance('dot_product', 'dot_product'),
  euclidean_distance: distance('euclidean_distance', 'euclidean'),
  vector_length: strict(1, 1, (value) => BigInt(asVector('vector_length', value).length)),
  geo_distance: strict(2, 2, geoDistance),
};
