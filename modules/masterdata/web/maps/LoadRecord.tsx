import { useCan } from '#kit/web/can.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { api } from '../api.ts';
import { modelPath } from '../paths.ts';

/** What a load would bring, inside its approval; the rows stand in its comparison. */
export default function LoadRecord({ snapshot }: SlotPlaces['flow.detail']) {
  const can = useCan();
  const of = (field: string) => textOf(snapshot[field]);
  const rows = (field: string) => `${of(field) ?? '0'} 行`;
  const modelId = of('modelId');
  return (
    <RecordFacts
      facts={[
        { name: '接入', value: of('mapName') },
        {
          name: '数据模型',
          value: (
            <NameLink name={of('modelName') ?? ''} to={modelId !== null && can(api.map.list) ? modelPath(modelId, 'maps') : undefined} />
          ),
        },
        { name: '读取', value: rows('rowRead') },
        { name: '新增', value: rows('inserted') },
        { name: '更新', value: rows('changed') },
        { name: '不接入', value: rows('rejected') },
        { name: '通过后', value: '写入这些行；在此之前记录不变' },
      ]}
    />
  );
}
