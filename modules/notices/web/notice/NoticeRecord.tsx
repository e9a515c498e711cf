import { minute } from '#kit/web/format.ts';
import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { FileThumbs } from '#modules/files/web/index.ts';
import { NoticeDocument } from '../../contract/document.ts';
import { DocumentView } from '../document/DocumentView.tsx';
import { managerPicture } from '../document/pictures.ts';
import './notice.css';

/** A notice inside its approval, as its readers would see it. */
export default function NoticeRecord({ snapshot }: SlotPlaces['flow.detail']) {
  const of = (field: string) => textOf(snapshot[field]);
  const parsed = NoticeDocument.safeParse(snapshot['document']);
  const files = of('attachments');
  return (
    <>
      <RecordFacts
        facts={[
          { name: '标题', value: of('title') },
          { name: '发布范围', value: of('audience') },
          { name: '必读', value: of('mustRead') },
          { name: '发布时间', value: of('publishTime') ? minute(of('publishTime')) : '通过后立即发布' },
          { name: '过期时间', value: of('expireTime') ? minute(of('expireTime')) : '长期有效' },
          ...(files ? [{ name: '附件', value: <FileThumbs value={files} /> }] : []),
        ]}
      />
      <div className="flow-document">{parsed.success ? <DocumentView document={parsed.data} picture={managerPicture} /> : of('text')}</div>
    </>
  );
}
