import type { FieldType } from '#modules/datasets/contract/field.ts';
import type { TypeOf } from '../../core/tile/tile-query.ts';
import { api } from '#modules/datasets/web/parts.ts';

/** Types of the fields of data sets for builders: what a filter means depends on the type of its field, as it does on the server. */
export function setTypes(): { load: (ids: readonly string[]) => Promise<void>; typeOf: TypeOf } {
  const known = new Map<string, ReadonlyMap<string, FieldType>>();
  const loading = new Map<string, Promise<void>>();
  const load = (id: string): Promise<void> => {
    const running =
      loading.get(id) ??
      api.dataSet.fields({ params: { id } }, { quiet: true, overlay: false }).then(
        ({ fields }) => void known.set(id, new Map(fields.map((field) => [field.id, field.type]))),
        // the query itself says what is wrong with the data set
        () => void loading.delete(id),
      );
    loading.set(id, running);
    return running;
  };
  return {
    async load(ids) {
      await Promise.all(ids.filter((id) => !known.has(id)).map(load));
    },
    typeOf: (dataSetId, col) => known.get(dataSetId)?.get(col),
  };
}
