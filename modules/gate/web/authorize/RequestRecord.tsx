import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { LevelTag } from '../classify/level-tag.tsx';

/** A request for rights on data inside its approval: what of which table, how sensitive, for how long, for what. */
export default function RequestRecord({ snapshot }: SlotPlaces['flow.detail']) {
  const of = (field: string) => textOf(snapshot[field]);
  return (
    <RecordFacts
      facts={[
        {
          name: '数据表',
          value: (
            <>
              {of('sourceName')} <code className="mono">{of('tableName')}</code>
            </>
          ),
        },
        {
          name: '字段',
          value: (
            <>
              <code className="mono">{of('columns')}</code> <LevelTag level={of('level')} />
            </>
          ),
        },
        { name: '权限', value: `${of('actions') ?? '—'}，${of('days') ?? '—'} 天` },
        { name: '用途', value: of('purpose') },
      ]}
    />
  );
}
