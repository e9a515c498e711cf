import { useMemo } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../../api.ts';

export interface RecordField {
  readonly name: string;
  readonly label: string;
  /** `amount`: its values are numbers */
  readonly kind?: string | undefined;
}
export interface RecordFields {
  /** by the name of the kind of record, 发起人 and the like first */
  readonly groups: readonly { readonly label: string; readonly fields: readonly RecordField[] }[];
  readonly labels: ReadonlyMap<string, string>;
  readonly kinds: ReadonlyMap<string, string>;
}

/** What every process knows besides the fields of its record. */
const COMMON: readonly RecordField[] = [
  { name: 'submitter', label: '发起人' },
  { name: 'businessCode', label: '业务编码' },
  { name: 'businessName', label: '业务名称' },
];

/** Fields that conditions and sources of people may use: of every kind of record that processes approve, where the reader may know them. */
export function useRecordFields(): RecordFields {
  const can = useCan();
  const types = useCall(api.business.types, {}, { staleTime: 60_000, enabled: can(api.business.types) }).data;
  return useMemo(() => {
    const groups = [{ label: '流程', fields: COMMON }, ...(types ?? []).map(({ name, fields }) => ({ label: name, fields }))];
    const all: readonly RecordField[] = groups.flatMap(({ fields }) => fields);
    return {
      groups,
      // the first kind of record that has a field names it
      labels: new Map(all.toReversed().map(({ name, label }) => [name, label])),
      kinds: new Map(all.toReversed().flatMap(({ name, kind }) => (kind === undefined ? [] : [[name, kind] as const]))),
    };
  }, [types]);
}
