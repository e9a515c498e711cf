import { EllipsisOutlined, EyeOutlined, FormOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { minute } from '#kit/web/format.ts';
import { buildPath, viewPath, type Item } from './items.ts';
import { Placeholder } from './Placeholder.tsx';

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

/** What stands on it, as a schematic without figures; nothing yet of an empty one. */
export function Picture({ item }: { item: Item }) {
  return item.thumbnail === null ? <Placeholder kind={item.kind} /> : <img src={item.thumbnail} alt="" loading="lazy" draggable={false} />;
}

/** Published, changed since, shared, of the system: what a reader must know before opening. */
export function Badges({ item }: { item: Item }) {
  return (
    <>
      {item.publishedNo !== null && !item.draftChanged && <span className="tag tag-ok">已发布</span>}
      {item.draftChanged && <span className="tag tag-warn">有未发布修改</span>}
      {item.kind !== 'chart' && item.publishedNo === null && <span className="tag">未发布</span>}
      {item.isDisabled && <span className="tag tag-bad">已禁用</span>}
      {item.isShared && <span className="tag tag-accent">共享</span>}
      {item.isSystem && <span className="tag tag-violet">系统</span>}
    </>
  );
}

/** One card of the wall. The picture leads to the builder for those who may build, otherwise to the published version. */
export function ItemCard({ item, actions }: { item: Item; actions: ItemActions }) {
  const main = actions.canBuild ? buildPath(item.kind, item.id) : actions.canView ? viewPath(item.kind, item.id) : null;
  const picture = <Picture item={item} />;
  return (
    <article
      className="lib-card"
      draggable={item.canEdit}
      onDragStart={(event) => {
        event.dataTransfer.setData(DATA, item.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <div className="lib-picture">
        {main === null ? (
          <span>{picture}</span>
        ) : (
          <a
            href={main}
            target="_blank"
            rel="noreferrer"
            aria-label={`${actions.canBuild ? '配置' : '查看'}“${item.name}”`}
            draggable={false}
          >
            {picture}
          </a>
        )}
        <div className="lib-badges">
          <Badges item={item} />
        </div>
        <div className="lib-actions">
          {actions.canBuild && (
            <a href={buildPath(item.kind, item.id)} target="_blank" rel="noreferrer" tabIndex={-1}>
              <FormOutlined /> 配置
            </a>
          )}
          {actions.canView && (
            <a href={viewPath(item.kind, item.id)} target="_blank" rel="noreferrer">
              <EyeOutlined /> 预览
            </a>
          )}
        </div>
      </div>
      <div className="lib-text">
        <h3 className="cut" title={item.remark ? `${item.name}\n${item.remark}` : item.name}>
          {item.name}
        </h3>
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
        <p className="cut muted" title={item.detail}>
          {item.detail}
        </p>
        <p className="lib-foot muted">
          <span className="cut">{item.ownerName ?? '—'}</span>
          <time>{minute(item.updateTime)?.slice(2)}</time>
        </p>
      </div>
    </article>
  );
}
