import { EllipsisOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { Dropdown, Table, type TableProps } from 'antd';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { minute } from '#kit/web/format.ts';
import { Badges, Picture, type ItemActions } from './ItemCard.tsx';
import { buildPath, viewPath, type Item } from './items.ts';

interface Props {
  readonly items: readonly Item[];
  readonly actionsOf: (item: Item) => ItemActions;
  readonly chosen: readonly Item[];
  readonly onChoose: (items: readonly Item[]) => void;
}
const selectionOf = (chosen: readonly Item[], onChoose: Props['onChoose']): TableProps<Item>['rowSelection'] => ({
  selectedRowKeys: chosen.map(({ id }) => id),
  onChange: (_, rows) => onChoose(rows),
  getTitleCheckboxProps: () => ({ 'aria-label': '全选' }),
  getCheckboxProps: ({ name }) => ({ 'aria-label': `选择“${name}”` }) as object,
});

/** The same items as rows, for many of them; several can be selected. */
export function ItemTable({ items, actionsOf, chosen, onChoose }: Props) {
  return (
    <Table<Item>
      rowKey="id"
      size="small"
      pagination={false}
      dataSource={[...items]}
      rowSelection={selectionOf(chosen, onChoose)}
      scroll={{ x: 980 }}
      tableLayout="fixed"
      columns={[
        {
          title: '名称',
          render: (_, item) => {
            const actions = actionsOf(item);
            const path = actions.canBuild ? buildPath(item.kind, item.id) : actions.canView ? viewPath(item.kind, item.id) : null;
            return (
              <div className="lib-row">
                <span className="lib-mini">
                  <Picture item={item} />
                </span>
                {path === null ? (
                  <span className="cut">{item.name}</span>
                ) : (
                  <a className="cut" href={path} target="_blank" rel="noreferrer" title={item.name}>
                    {item.name}
                  </a>
                )}
              </div>
            );
          },
        },
        {
          title: '状态',
          width: 156,
          render: (_, item) => (
            <span className="lib-tags">
              <Badges item={item} />
            </span>
          ),
        },
        { title: '说明', width: 104, ellipsis: true, render: (_, item) => <span className="muted">{item.detail}</span> },
        { title: '目录', width: 92, ellipsis: true, render: (_, item) => item.folderName ?? <span className="none">—</span> },
        { title: '所有者', width: 80, ellipsis: true, render: (_, item) => <PersonText bare name={item.ownerName} /> },
        { title: '更新时间', width: 148, render: (_, item) => minute(item.updateTime) },
        {
          title: '操作',
          width: 160,
          fixed: 'right',
          render: (_, item) => {
            const actions = actionsOf(item);
            return (
              <div className="lib-row">
                {actions.canBuild && (
                  <a href={buildPath(item.kind, item.id)} target="_blank" rel="noreferrer">
                    配置
                  </a>
                )}
                {actions.canView && (
                  <a href={viewPath(item.kind, item.id)} target="_blank" rel="noreferrer">
                    预览
                  </a>
                )}
                <span className="grow" />
                <Star isOn={item.isStarred} onClick={actions.onStar} />
                {(actions.menu.items?.length ?? 0) > 0 && (
                  <Dropdown menu={actions.menu} trigger={['click']} placement="bottomRight">
                    <button type="button" className="icon-button small" aria-label={`“${item.name}”更多操作`}>
                      <EllipsisOutlined />
                    </button>
                  </Dropdown>
                )}
              </div>
            );
          },
        },
      ]}
    />
  );
}

const Star = ({ isOn, onClick }: { isOn: boolean; onClick: () => void }) => (
  <button
    type="button"
    className={isOn ? 'icon-button small is-starred' : 'icon-button small'}
    aria-label={isOn ? '取消收藏' : '收藏'}
    aria-pressed={isOn}
    onClick={onClick}
  >
    {isOn ? <StarFilled /> : <StarOutlined />}
  </button>
);
