// The default of a list parameter, defineList('TAGS', { default: ['a', 'b'] }), is passed to
// functions as "a,b", but their SDK expects JSON.
import { hasSource, type Patch, patchModule } from '../patch.ts';

interface Params {
  readonly ParamValue: {
    fromList(list: readonly string[], delimiter?: string): ParamValue;
  };
}

interface ParamValue {
  asList(): readonly string[];
  toString(): string;
}

export const listParameters: Patch = {
  name: 'list-parameters',
  reason: 'functions read the default of a list',
  upstream: ['docs/upstream/list-parameters.md'],
  modules: [
    patchModule<Params>('lib/deploy/functions/params.js', {
      expected: {
        'ParamValue.fromList(list) that joins the list': ({ ParamValue }) =>
          hasSource(ParamValue.fromList, /new ParamValue\(ls\.join\(delimiter\)/),
      },
      apply({ ParamValue }) {
        const { fromList } = ParamValue;
        ParamValue.fromList = function fromJson(list, delimiter) {
          const value = fromList.call(this, list, delimiter);
          value.asList = () => list;
          value.toString = () => JSON.stringify(list);
          return value;
        };
      },
    }),
  ],
};
