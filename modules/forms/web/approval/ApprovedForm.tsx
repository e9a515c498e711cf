import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { RecordEdits, SlotPlaces } from '#kit/web/slots/slots.ts';
import { useCall } from '#kit/web/use-call.ts';
import { usePhone } from '#kit/web/use-phone.ts';
import type { ApprovedRecord } from '../../contract/record.ts';
import { compileForm, rightFields, type FieldRight, type RunOptions } from '../../core/index.ts';
import { api } from '../api.ts';
import { FillProvider } from '../fill/context.ts';
import { FieldList } from '../fill/FormBody.tsx';
import { makeFill, plainValues, startValues } from '../fill/store.ts';
import '../fill/fill.css';

/** What was filled in, for those who decide about it: as it was filled in, with controls for the fields that are theirs to give. */
export default function ApprovedForm({ businessKey, edits }: SlotPlaces['flow.detail']) {
  const { data, error, refetch } = useCall(api.record.approved, { params: { recordId: businessKey } });
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" shape="block" rows={6} />;
  return <Sheet record={data} edits={edits} />;
}

function rightsIn({ schema, hidden, masked }: ApprovedRecord, edits: RecordEdits | undefined): ReadonlyMap<string, FieldRight> {
  const right = (id: string, key: string): FieldRight =>
    hidden.includes(id) ? 'hidden' : edits?.editable.has(key) && !masked.includes(id) ? 'edit' : 'read';
  return new Map(rightFields(schema).map(({ id, key }) => [id, right(id, key)]));
}

function Sheet({ record, edits }: { record: ApprovedRecord; edits: RecordEdits | undefined }) {
  const isNarrow = usePhone();
  // a task knows what may be changed a moment after its record
  const editable = [...(edits?.editable ?? [])].toSorted().join();
  const { store, form } = useMemo(() => {
    const compiled = compileForm(record.schema, { today: record.today });
    const options: RunOptions = {
      person: { userId: record.submitterId, deptId: record.deptId },
      before: record.values,
      rights: rightsIn(record, edits),
    };
    return { form: compiled, store: makeFill(compiled, startValues(compiled, record.values, options), options) };
    // what has been changed stands in the store
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record, editable]);
  const [given] = useState(() => new Map<string, unknown>());
  const tell = useEffectEvent((values: Readonly<Record<string, unknown>>) => {
    const plain = plainValues(values);
    for (const name of edits?.editable ?? []) {
      const text = JSON.stringify(plain[name] ?? null);
      const before = given.get(name) ?? JSON.stringify(record.values[name] ?? null);
      if (text === before) continue;
      given.set(name, text);
      edits?.change(name, plain[name] ?? null);
    }
  });
  useEffect(() => store.subscribe(({ values }) => tell(values)), [store]);
  return (
    <FillProvider value={{ store, form, isNarrow, formId: record.formId }}>
      <div className="fill-main approved-form">
        <div className="fill-paper" data-labels={form.schema.settings.labelPosition ?? 'top'}>
          <FieldList fields={form.schema.layout} />
        </div>
      </div>
    </FillProvider>
  );
}
