import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import { Thumbnail } from '#kit/web/parts/Thumbnail.tsx';
import { useCan } from '#kit/web/can.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import type { DocKind } from '../contract/item.ts';
import { versionCalls } from '../contract/version.ts';
import { ChangeLines } from './Changes.tsx';
import { buildPath, KIND_LABELS, viewPath } from './items.ts';
import './library.css';

/** As the snapshot holds them. */
const Changes = versionCalls.diff.reply;
type Of = SlotPlaces['flow.detail'];
type Draft = Exclude<DocKind, 'chart'>;

/** A board or screen that is to be published, inside its approval: what it is, what changes for those who see it, its picture. */
export function PublishingRecord({ of: { snapshot }, kind }: { of: Of; kind: Draft }) {
  const can = useCan();
  const of = (field: string) => textOf(snapshot[field]);
  const id = of('id') ?? '';
  const mayBuild = id !== '' && can.perm(`visual:${kind}:build`);
  const changes = Changes.safeParse(snapshot['changes']).data;
  const picture = of('picture');
  return (
    <>
      <RecordFacts
        facts={[
          {
            name: '名称',
            value: (
              <>
                {of('name')} <Ways id={id} kind={kind} mayBuild={mayBuild} />
              </>
            ),
          },
          { name: '所在目录', value: of('folder') },
          { name: '创建人', value: of('owner') },
          { name: '版本名称', value: of('versionName') },
          { name: '图表数', value: of('charts') },
          { name: '备注', value: of('remark') },
        ]}
      />
      {picture !== null && (
        <div className="item-record-picture">
          <Thumbnail of={picture} />
        </div>
      )}
      {changes && (
        <section className="item-record-changes">
          <h4>与正在发布的版本相比</h4>
          <ChangeLines {...changes} />
        </section>
      )}
    </>
  );
}

/** The draft for those who may build, what is published for all others who may see it. */
function Ways({ id, kind, mayBuild }: { id: string; kind: Draft; mayBuild: boolean }) {
  const can = useCan();
  if (mayBuild)
    return (
      <a href={buildPath(kind, id)} target="_blank" rel="noreferrer">
        查看草稿
      </a>
    );
  if (id === '' || !can.perm(`visual:${kind}:preview`)) return null;
  return (
    <a href={viewPath(kind, id)} target="_blank" rel="noreferrer">
      查看已发布的版本
    </a>
  );
}

/** Something that is to be shared with everybody, inside its approval. */
export function SharingRecord({ of: { snapshot }, kind }: { of: Of; kind: DocKind | 'dataset' }) {
  const of = (field: string) => textOf(snapshot[field]);
  const label = kind === 'dataset' ? '数据集' : KIND_LABELS[kind];
  return (
    <RecordFacts
      facts={[
        { name: label, value: of('name') },
        { name: '所在目录', value: of('folder') },
        { name: '创建人', value: of('owner') },
        { name: '共享给', value: '所有有查看功能权限的人；每个人看到的数据仍受自己的数据权限限制' },
        { name: '备注', value: of('remark') },
      ]}
    />
  );
}
