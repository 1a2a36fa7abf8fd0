// The template file. It is read for each request, so saved edits take effect immediately.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import { applyEdits, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { parametersOf, type Template, templateProblem } from './template.ts';

/** A change of a parameter's value. */
export interface ParameterChange {
  readonly group?: string | undefined;
  readonly name: string;
  /** The condition of the value; the default value if absent. */
  readonly condition?: string | undefined;
  /** Null removes the value of a condition, or the parameter. */
  readonly value: string | null;
  /** If true, the parameter is added; an existing one stays unchanged. */
  readonly isNew: boolean;
}

export interface TemplateState {
  readonly template: Template;
  readonly etag: string;
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

export class TemplateFile {
  readonly path: string;
  #text: string | undefined;
  /** The number of times that different content was read. */
  #changes = 0;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Reads the current template.
   * @throws RpcError FAILED_PRECONDITION with file and line if it is invalid
   */
  read(): TemplateState {
    const text = this.#readText();
    const template = this.#parse(text);
    if (text !== this.#text) this.#changes += 1;
    this.#text = text;
    const { version } = template;
    const versionNumber = String(Number(version?.versionNumber ?? 0) + this.#changes);
    const updateTime = statSync(this.path).mtime.toISOString();
    return {
      template: { ...template, version: { ...version, versionNumber, updateTime } },
      etag: `etag-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
    };
  }

  /**
   * Replaces the template, except for its version number, from which `read` counts.
   * @throws RpcError like `read`
   */
  publish({ conditions, parameters, parameterGroups, version }: Template): void {
    const versionNumber = this.#parse(this.#readText()).version?.versionNumber;
    const template = { conditions, parameters, parameterGroups, version: { ...version, versionNumber } };
    this.#write(`${JSON.stringify(template, null, 2)}\n`);
  }

  /**
   * Changes one value, keeping comments and the rest of the file.
   * @throws RpcError like `read`, also for an invalid result; ALREADY_EXISTS; and NOT_FOUND for a
   * missing value to remove
   */
  change({ group, name, condition, value, isNew }: ParameterChange): void {
    const text = this.#readText();
    const template = this.#parse(text);
    const parameters = parametersOf(template);
    if (value === null) requireStored(template, { group, name, condition });
    if (isNew && Object.hasOwn(parameters, name)) {
      throw new RpcError(StatusCode.ALREADY_EXISTS, `The parameter ${name} already exists.`);
    }
    const parameter = [...(group === undefined ? [] : ['parameterGroups', group]), 'parameters', name];
    const place = condition === undefined ? ['defaultValue'] : ['conditionalValues', condition];
    const [path, content]: [JSONPath, unknown] =
      value !== null
        ? [[...parameter, ...place], { value }]
        : [condition === undefined ? parameter : [...parameter, ...place], undefined];
    const changed = applyEdits(text, modify(text, path, content, FORMAT));
    this.#parse(changed);
    this.#write(changed);
  }

  #parse(text: string): Template {
    const errors: ParseError[] = [];
    const json: unknown = parse(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error !== undefined || json === undefined) {
      const line = text.slice(0, error?.offset ?? 0).split('\n').length;
      throw failed(
        `${basename(this.path)}:${line} is not valid JSON: ${error === undefined ? 'it is empty' : printParseErrorCode(error.error)}`,
      );
    }
    if (json === null || typeof json !== 'object' || Array.isArray(json)) {
      throw failed(`${basename(this.path)} must be an object`);
    }
    const problem = templateProblem(json);
    if (problem !== undefined) throw failed(`[VALIDATION_ERROR]: ${problem}`);
    return json;
  }

  #readText(): string {
    try {
      return readFileSync(this.path, 'utf8').replace(/^\uFEFF/, '');
    } catch (error) {
      throw failed(`${this.path} cannot be read: ${(error as Error).message}`);
    }
  }

  /** Writes through a rename, so nobody reads a partial file. A symbolic link is kept. */
  #write(text: string): void {
    const file = realpathSync(this.path);
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, text, { mode: statSync(file).mode });
    renameSync(fresh, file);
  }
}

function requireStored(
  { parameters, parameterGroups }: Template,
  { group, name, condition }: Pick<ParameterChange, 'group' | 'name' | 'condition'>,
): void {
  const found = group === undefined ? parameters : own(parameterGroups, group)?.parameters;
  const parameter = own(found, name);
  const isStored =
    condition === undefined
      ? parameter !== undefined
      : own(parameter?.conditionalValues, condition) !== undefined;
  if (!isStored) throw new RpcError(StatusCode.NOT_FOUND, `${name} no longer has this value.`);
}

const own = <T>(values: Readonly<Record<string, T>> = {}, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function failed(message: string): RpcError {
  return new RpcError(StatusCode.FAILED_PRECONDITION, message);
}
