import { useCan } from '#kit/web/can.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { api } from '../api.ts';
import { dataPath } from '../paths.ts';

/** A record that somebody wants to add, inside its approval. */
export default function AddRecord({ snapshot }: SlotPlaces['flow.detail']) {
  const can = useCan();
  const of = (field: string) => textOf(snapshot[field]);
  const modelId = of('modelId');
  return (
    <RecordFacts
      facts={[
        { name: '主数据', value: of('recordTitle') },
        {
          name: '数据模型',
          value: <NameLink name={of('modelName') ?? ''} to={modelId !== null && can(api.data.page) ? dataPath(modelId) : undefined} />,
        },
        {
          name: '内容',
          value: of('values')
            ?.split('\n')
            .map((line) => <div key={line}>{line}</div>),
        },
        { name: '通过后', value: '新增这条记录；在此之前它不存在' },
        { name: '原因', value: of('reason') },
      ]}
    />
  );
}
