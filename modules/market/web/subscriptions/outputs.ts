import { outputNames as namesOf } from '../../core/index.ts';
import type { ExecuteConfig, ResParam } from '../../contract/api.ts';

/** What an answer of an API consists of, by the names that stand in it. */
export function outputNames(api: { executeConfig: ExecuteConfig; resParams: readonly ResParam[] }): { value: string; label: string }[] {
  const described = new Map(api.resParams.map((one) => [one.fieldAliasName || one.fieldName, one.fieldComment]));
  return namesOf(api).map((value) => ({ value, label: described.get(value) ? `${described.get(value)} ${value}` : value }));
}
