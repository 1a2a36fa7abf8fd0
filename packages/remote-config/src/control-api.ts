// Actions of Studio that Remote Config clients cannot take: show the file, and change one value.
import { invalidArgument, toRpcError } from '@savepoint/server/core/rpc-error';
import { type HttpExchange, readBody, sendJson } from '@savepoint/server/http/http-exchange';
import { parseJsonObject } from '@savepoint/server/http/parse-json';
import { unsupportedOf } from './template.ts';
import type { TemplateFile } from './template-file.ts';

/** Handles the requests of `/_savepoint/`. */
export function createControlApi(file: TemplateFile): (exchange: HttpExchange) => Promise<boolean> {
  return async (exchange) => {
    const { request, response, segments } = exchange;
    switch (`${request.method} ${segments.join('/')}`) {
      case 'GET _savepoint/template':
        sendJson(response, describe(file));
        return true;
      case 'PUT _savepoint/parameter': {
        const { name, value, group, condition, isNew } = parseJsonObject(await readBody(exchange));
        if (typeof name !== 'string' || name === '' || (typeof value !== 'string' && value !== null)) {
          throw invalidArgument('Expected {"name": "...", "value": "..."}; null removes.');
        }
        file.change({
          ...{ name, value, isNew: isNew === true },
          ...{ group: optionalText(group), condition: optionalText(condition) },
        });
        sendJson(response, describe(file));
        return true;
      }
      default:
        return false;
    }
  };
}

function optionalText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalidArgument('"group" and "condition" must be strings.');
}

function describe(file: TemplateFile): object {
  try {
    const { template } = file.read();
    const { conditions = [], parameters = {}, parameterGroups = {} } = template;
    return {
      file: file.path,
      conditions: conditions.map((condition) => ({ ...condition, unsupported: unsupportedOf(condition) })),
      groups: [
        { parameters },
        ...Object.entries(parameterGroups).map(([name, group]) => ({
          name,
          parameters: group.parameters ?? {},
        })),
      ],
    };
  } catch (error) {
    return { file: file.path, conditions: [], groups: [], problem: toRpcError(error).message };
  }
}
