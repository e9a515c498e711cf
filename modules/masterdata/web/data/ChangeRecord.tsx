import { useCan } from '#kit/web/can.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { api } from '../api.ts';
import { recordPath } from '../paths.ts';

/** A change of a record inside its approval: of which record, what becomes of its values, and why. */
export default function ChangeRecord({ snapshot }: SlotPlaces['flow.detail']) {
  const can = useCan();
  const of = (field: string) => textOf(snapshot[field]);
  const [modelId, recordId] = [of('modelId'), of('recordId')];
  return (
    <RecordFacts
      facts={[
        {
          name: '主数据',
          value: (
            <NameLink
              name={of('recordTitle') ?? ''}
              to={modelId !== null && recordId !== null && can(api.data.get) ? recordPath(modelId, recordId) : undefined}
            />
          ),
        },
        { name: '数据模型', value: of('modelName') },
        { name: '操作', value: of('action') },
        {
          name: '变更内容',
          value: of('changes')
            ?.split('\n')
            .map((line) => <div key={line}>{line}</div>),
        },
        { name: '原因', value: of('reason') },
      ]}
    />
  );
}
