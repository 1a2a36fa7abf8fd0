import { stackApi } from '../api/stack-api.ts';

interface Value {
  readonly value?: string;
  readonly useInAppDefault?: boolean;
}

export interface Parameter {
  readonly defaultValue?: Value;
  readonly conditionalValues?: Readonly<Record<string, Value>>;
  readonly description?: string;
  readonly valueType?: string;
}

export interface Group {
  /** Undefined for the parameters without a group. */
  readonly name?: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

/** The template of Remote Config, as in its file. */
export interface Template {
  readonly file: string;
  readonly conditions: readonly {
    readonly name: string;
    readonly expression?: string;
    /** Elements that have no effect here. */
    readonly unsupported: readonly string[];
  }[];
  readonly groups: readonly Group[];
  /** The reason why the file is not a valid template. */
  readonly problem?: string;
}

/** A new value for a parameter; null removes it. */
export interface ValueChange {
  readonly group?: string | undefined;
  readonly name: string;
  readonly condition?: string | undefined;
  readonly value: string | null;
  /** If true, the parameter is added; an existing one stays unchanged. */
  readonly isNew?: boolean;
}

const configApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getTemplate: build.query<Template, void>({
      query: () => ({ path: 'config/_savepoint/template' }),
      providesTags: ['Config'],
    }),
    changeValue: build.mutation<Template, ValueChange>({
      query: (body) => ({ path: 'config/_savepoint/parameter', method: 'PUT', body }),
      invalidatesTags: ['Config'],
    }),
  }),
});

export const { useGetTemplateQuery, useChangeValueMutation } = configApi;
