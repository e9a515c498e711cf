import { useCan } from '#kit/web/can.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { typePath } from '../paths.ts';
import { UsesList } from '../uses/UsesList.tsx';
import { TypeChanges } from './TypePublish.tsx';

/** A version of a code set inside its approval. */
export default function TypeRecord({ businessKey, snapshot }: SlotPlaces['flow.detail']) {
  const can = useCan();
  const of = (field: string) => textOf(snapshot[field]);
  const name = (
    <NameLink
      name={of('gbTypeName') ?? ''}
      code={of('gbTypeCode') ?? undefined}
      to={can(api.standardDict.page) ? typePath(businessKey) : undefined}
    />
  );
  return (
    <>
      <RecordFacts
        facts={[
          { name: '标准类别', value: name },
          { name: '标准项', value: `${of('itemCount') ?? 0} 项` },
          { name: '本次修改', value: `新增 ${of('added') ?? 0} 项，修改 ${of('changed') ?? 0} 项，删除 ${of('removed') ?? 0} 项` },
          { name: '使用它的字段', value: `${of('columns') ?? 0} 个` },
        ]}
      />
      {can(api.standardType.changes) && <Concerned typeId={businessKey} />}
    </>
  );
}

/** Whom the version concerns, as far as the reader sees it. A first version is compared with nothing, so that its items are listed here. */
function Concerned({ typeId }: { typeId: string }) {
  const { data } = useCall(api.standardType.changes, { params: { id: typeId } });
  return (
    <div className="type-concerned">
      {data?.versionNo === null && <TypeChanges changes={data} />}
      <UsesList of={{ typeId }} />
    </div>
  );
}
