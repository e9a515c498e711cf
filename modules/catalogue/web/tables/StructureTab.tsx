import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { copyText } from './TableHeader.tsx';
import type { TableDetail } from './TableView.tsx';

const KEY_ORDER = ['primary', 'unique', 'foreign'];
const KEYS = { primary: '主键', unique: '唯一', foreign: '外键' };

/** Keys, indexes and the statement that would make the table. */
export function StructureTab({ table }: { table: TableDetail }) {
  const ddl = useCall(api.governance.ddl, { params: { id: table.id } });
  return (
    <div className="structure">
      <Part title="键" isEmpty={table.keys.length === 0} empty="没有主键、唯一键和外键">
        {table.keys
          .toSorted((a, b) => KEY_ORDER.indexOf(a.kind) - KEY_ORDER.indexOf(b.kind))
          .map((key) => (
            <li key={`${key.kind}.${key.name}`}>
              <Tag tone={key.kind === 'primary' ? 'accent' : 'line'} dot={false}>
                {KEYS[key.kind]}
              </Tag>
              <span className="mono">{key.columns.join(', ')}</span>
              {key.refTable && (
                <span className="mono muted">
                  → {key.refTable}（{key.refColumns.join(', ')}）
                </span>
              )}
              <span className="mono muted">{key.name}</span>
            </li>
          ))}
      </Part>
      <Part title="索引" isEmpty={table.indexes.length === 0} empty="没有索引">
        {table.indexes.map((index) => (
          <li key={index.name}>
            <Tag tone="line" dot={false}>
              {index.isUnique ? '唯一' : '普通'}
            </Tag>
            <span className="mono">{index.columns.join(', ')}</span>
            <span className="mono muted">
              {index.name}
              {index.method ? ` · ${index.method}` : ''}
            </span>
          </li>
        ))}
      </Part>
      <section>
        <h3 className="table-section">
          {table.viewSql === null ? '建表语句' : '视图定义'}
          <span className="grow" />
          {ddl.data && !ddl.data.isHidden && (
            <Button size="small" icon={<CopyOutlined />} onClick={() => void copyText(ddl.data.text, '语句已复制')}>
              复制
            </Button>
          )}
        </h3>
        {ddl.error && <StateView kind="error" error={ddl.error} onRetry={() => void ddl.refetch()} />}
        {!ddl.data && !ddl.error && <StateView kind="loading" rows={5} />}
        {ddl.data?.isHidden && <StateView kind="forbidden" what="没有查看视图 SQL 的权限" />}
        {ddl.data && !ddl.data.isHidden && <pre className="mono structure-ddl">{ddl.data.text}</pre>}
        {ddl.data && !ddl.data.isHidden && table.viewSql === null && (
          <p className="muted">
            {ddl.data.origin === 'source'
              ? '取自数据源的完整定义，可直接执行；引用的模式、类型和外键所指的表须已存在，不含触发器、行级策略和授权。'
              : '根据同步到的结构生成，供参考：不含存储参数、分区定义和检查约束。数据源可连接且能看到全部字段时，显示数据源的完整定义。'}
          </p>
        )}
      </section>
    </div>
  );
}

const Part = ({ title, isEmpty, empty, children }: { title: string; isEmpty: boolean; empty: string; children: ReactNode }) => (
  <section>
    <h3 className="table-section">{title}</h3>
    {isEmpty ? <p className="muted">{empty}</p> : <ul className="structure-list">{children}</ul>}
  </section>
);
