import { minute } from '#kit/web/format.ts';
import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useCan } from '#kit/web/can.tsx';
import { viewPath } from '#modules/library/web/parts.ts';

/** A link for strangers inside its approval: what they would see, until when, and what keeps others out. */
export default function LinkRecord({ snapshot }: SlotPlaces['flow.detail']) {
  const can = useCan();
  const of = (field: string) => textOf(snapshot[field]);
  const kind = of('kind') === '大屏' ? 'screen' : 'board';
  const [id, name] = [of('entityId'), of('document')];
  const mayOpen = id !== null && can.perm(`visual:${kind}:preview`);
  return (
    <RecordFacts
      facts={[
        {
          name: '内容',
          value: (
            <>
              <Tag tone="line">{of('kind')}</Tag>{' '}
              {mayOpen ? (
                <a href={viewPath(kind, id)} target="_blank" rel="noreferrer">
                  {name}
                </a>
              ) : (
                name
              )}
            </>
          ),
        },
        { name: '链接名称', value: of('shareName') },
        { name: '有效期至', value: of('expireTime') ? minute(of('expireTime')) : <Tag tone="warn">长期有效</Tag> },
        { name: '访问密码', value: of('hasPassword') === '是' ? '需要' : <Tag tone="warn">无密码，拿到链接的人都能打开</Tag> },
        { name: '打开次数', value: of('maxViews') ? `最多 ${of('maxViews')} 次` : '不限' },
        { name: '来源地址', value: of('ipRanges') ?? '不限' },
        { name: '导出数据', value: of('allowExport') === '是' ? <Tag tone="warn">允许</Tag> : '不允许' },
      ]}
    />
  );
}
