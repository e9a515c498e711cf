import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { STATUS_LABELS } from '../../core/supplier-status.ts';
import { api } from '../api.ts';

const BANNED = STATUS_LABELS['5'];

/** A supplier that is to come onto the blacklist or off it, inside its approval. */
export default function BlacklistRecord({ snapshot }: SlotPlaces['flow.detail']) {
  const can = useCan();
  const of = (field: string) => textOf(snapshot[field]);
  const [id, name] = [of('id'), of('supplierName')];
  const mayOpen = id !== null && can(api.supplier.get);
  return (
    <RecordFacts
      facts={[
        { name: '供应商', value: mayOpen ? <Link to={`/project/supplier?open=detail-${id}`}>{name}</Link> : name },
        { name: '编号', value: of('supplierCode') && <code className="mono">{of('supplierCode')}</code> },
        { name: '统一社会信用代码', value: of('creditCode') && <code className="mono">{of('creditCode')}</code> },
        {
          name: '变更',
          value: (
            <>
              {of('from')} → <Tag tone={of('to') === BANNED ? 'bad' : 'accent'}>{of('to')}</Tag>
            </>
          ),
        },
        { name: '影响', value: of('to') === BANNED ? '通过后不能再被选用，也不能以同一统一社会信用代码重新建档' : '通过后可以重新被选用' },
        { name: '原因', value: of('reason') },
        { name: '评价等级', value: of('grade') && `${of('grade')} 级` },
      ]}
    />
  );
}
