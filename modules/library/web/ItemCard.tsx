import { EllipsisOutlined, EyeOutlined, FormOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import type { DragEvent } from 'react';
import { BoardCard } from '#kit/web/parts/BoardCard.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { buildPath, viewPath, type Item } from './items.ts';
import { Placeholder } from './Placeholder.tsx';
import { Thumbnail } from '#kit/web/parts/Thumbnail.tsx';

/** What can be done with an item; null = the account may not. */
export interface ItemActions {
  readonly canBuild: boolean;
  readonly canView: boolean;
  readonly menu: MenuProps;
  readonly onStar: () => void;
}

const DATA = 'application/x-visual-item';
/** Id of the dragged item, of any kind of page. */
export const draggedItem = (event: { dataTransfer: DataTransfer }): string => event.dataTransfer.getData(DATA);
export const isItemDrag = (event: { dataTransfer: DataTransfer }): boolean => event.dataTransfer.types.includes(DATA);

/** Its picture, or a schematic of what stands on it; nothing yet of an empty one. */
export function Picture({ item }: { item: Item }) {
  return item.thumbnail === null ? <Placeholder kind={item.kind} /> : <Thumbnail of={item.thumbnail} />;
}

/** Published, changed since, shared, of the system: what a reader must know before opening. */
export function Badges({ item }: { item: Item }) {
  return (
    <>
      <FlowTag flow={item.flow} />
      {item.publishedNo !== null && !item.draftChanged && <span className="tag tag-ok">已发布</span>}
      {item.draftChanged && <span className="tag tag-warn">有未发布修改</span>}
      {item.kind !== 'chart' && item.publishedNo === null && <span className="tag">未发布</span>}
      {item.isDisabled && <span className="tag tag-bad">已禁用</span>}
      {item.isShared && <span className="tag tag-accent">共享</span>}
      {item.isSystem && <span className="tag tag-violet">系统</span>}
    </>
  );
}

/** One card of the wall. It leads to the builder for those who may build, otherwise to the published version. */
export function ItemCard({ item, actions }: { item: Item; actions: ItemActions }) {
  const { canBuild, canView } = actions;
  const [build, view] = [buildPath(item.kind, item.id), viewPath(item.kind, item.id)];
  const viewed = canView ? view : null;
  return (
    <BoardCard
      name={item.name}
      hint={item.remark}
      to={canBuild ? build : viewed}
      opens="window"
      label={`${canBuild ? '配置' : '查看'}“${item.name}”`}
      picture={item.thumbnail === null ? null : <Picture item={item} />}
      isDark={item.kind === 'screen'}
      badges={<Badges item={item} />}
      links={
        (canBuild || canView) && (
          <>
            {canBuild && (
              <a href={build} target="_blank" rel="noreferrer" tabIndex={-1}>
                <FormOutlined aria-hidden /> 配置
              </a>
            )}
            {canView && (
              <a href={view} target="_blank" rel="noreferrer">
                <EyeOutlined aria-hidden /> 预览
              </a>
            )}
          </>
        )
      }
      detail={item.detail}
      at={item.updateTime}
      note={item.ownerName ?? '—'}
      actions={<CardButtons item={item} actions={actions} />}
      onDragStart={item.canEdit ? (event) => startDrag(event, item) : undefined}
    />
  );
}

function startDrag({ dataTransfer }: DragEvent, { id }: Item): void {
  dataTransfer.setData(DATA, id);
  dataTransfer.effectAllowed = 'move';
}

function CardButtons({ item, actions }: { item: Item; actions: ItemActions }) {
  return (
    <>
      <button
        type="button"
        className={item.isStarred ? 'icon-button small is-starred' : 'icon-button small'}
        aria-label={item.isStarred ? '取消收藏' : '收藏'}
        aria-pressed={item.isStarred}
        onClick={actions.onStar}
      >
        {item.isStarred ? <StarFilled /> : <StarOutlined />}
      </button>
      {(actions.menu.items?.length ?? 0) > 0 && (
        <Dropdown menu={actions.menu} trigger={['click']} placement="bottomRight">
          <button type="button" className="icon-button small" aria-label={`“${item.name}”更多操作`}>
            <EllipsisOutlined />
          </button>
        </Dropdown>
      )}
    </>
  );
}
