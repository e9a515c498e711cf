import type { Field } from '../../contract/field.ts';
import { api } from '../sets/api.ts';

/** Fields of a data set, now. */
export async function dataSetFields(id: string): Promise<readonly Field[]> {
  return (await api.dataSet.fields({ params: { id } }, { quiet: true })).fields;
}
