import { useCan } from '#kit/web/can.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { api } from '../api.ts';
import { modelPath } from '../paths.ts';

/** A model inside its approval: what it is made of, and what becomes of the version in force. */
export default function ModelRecord({ businessKey, snapshot }: SlotPlaces['flow.detail']) {
  const can = useCan();
  const of = (field: string) => textOf(snapshot[field]);
  return (
    <RecordFacts
      facts={[
        {
          name: '数据模型',
          value: (
            <NameLink
              name={of('modelName') ?? ''}
              code={of('modelLogicTable') ?? undefined}
              to={can(api.model.get) ? modelPath(businessKey) : undefined}
            />
          ),
        },
        { name: '变更内容', value: of('changes') },
        { name: '模型列', value: of('columns') },
        { name: '通过后', value: '可以建模；在此之前现行版本与数据不变' },
        { name: '备注', value: of('remark') },
      ]}
    />
  );
}
