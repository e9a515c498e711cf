import type { Field } from '#modules/datasets/contract/field.ts';
import { api } from '#modules/datasets/web/parts.ts';

/** Fields of a data set, now. */
export async function dataSetFields(id: string): Promise<readonly Field[]> {
  return (await api.dataSet.fields({ params: { id } }, { quiet: true })).fields;
}
