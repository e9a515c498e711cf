import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { api } from '../api.ts';

/** A certificate that is to be locked for a project, or let go, inside its approval. */
export default function CertificateRecord({ snapshot }: SlotPlaces['flow.detail']) {
  const can = useCan();
  const of = (field: string) => textOf(snapshot[field]);
  const [id, name] = [of('id'), of('personName')];
  const mayOpen = id !== null && can(api.practicingQualification.get);
  const isRelease = of('occupied') === '1';
  return (
    <RecordFacts
      facts={[
        { name: '持证人', value: mayOpen ? <Link to={`/project/practicingQualification?open=detail-${id}`}>{name}</Link> : name },
        { name: '执业类型', value: [of('typeName'), of('specialty')].filter(Boolean).join(' · ') || null },
        { name: '证书编号', value: of('certNo') && <code className="mono">{of('certNo')}</code> },
        { name: '有效期至', value: of('validTo') },
        { name: isRelease ? '释放自项目' : '锁定到项目', value: of('project') },
        { name: '影响', value: isRelease ? '通过后可以用于其他项目' : '通过后不能删除、转移或用于其他项目，直到释放' },
      ]}
    />
  );
}
