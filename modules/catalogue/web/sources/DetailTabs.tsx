import { ReloadOutlined, SyncOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { bytesText } from '#kit/core/text/bytes-text.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { placePath } from '../paths.ts';
import { CapabilityFacts, kindOf } from '#modules/sources/web/parts.ts';
import { SyncPanel } from './SyncPanel.tsx';

type Detail = CallReply<typeof api.source.get>;

/** 概览, 同步记录 and the way into the catalogue of one source. */
export function DetailTabs({ row }: { row: Detail }) {
  const can = useCan();
  const [tab, setTab] = useState('overview');
  return (
    <Tabs
      className="source-tabs"
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'overview', label: '概览', children: <Overview row={row} /> },
        { key: 'sync', label: '同步记录', children: <SyncPanel id={row.id} icon={<SyncOutlined />} /> },
        ...(can(api.harvest.tables) ? [{ key: 'tables', label: `元数据 ${count(row.tableCount)}`, children: <Schemas row={row} /> }] : []),
      ]}
    />
  );
}

function Overview({ row }: { row: Detail }) {
  const check = useWrite(api.source.checkConnection, { overlay: false, refreshes: [api.source.get] });
  const can = useCan();
  const isFile = kindOf(row.dbType)?.port === null;
  const { capability } = row;
  return (
    <>
      <ul className="source-figures">
        <li>
          <b className="num">{count(row.tableCount)}</b>
          <span>张表和视图</span>
        </li>
        <li>
          <b className="num">{count(row.columnCount)}</b>
          <span>个字段</span>
        </li>
        <li>
          <b className="num">{count(row.routineCount)}</b>
          <span>个程序</span>
        </li>
      </ul>
      {row.files.length > 0 && (
        <section className="source-section">
          <div className="form-section">数据文件</div>
          {row.files.map((file) => (
            <div key={file.fileName} className="source-file">
              <span className="grow">{file.originalFilename}</span>
              <span className="num muted">{bytesText(String(file.size))}</span>
            </div>
          ))}
        </section>
      )}
      <section className="source-section">
        <div className="form-section">
          数据源能力
          {capability && (
            <small>
              <DateText value={capability.checkTime} /> 检测
            </small>
          )}
          <span className="grow" />
          {can(api.source.checkConnection) && (
            <Button size="small" icon={<ReloadOutlined />} loading={check.isPending} onClick={() => check.mutate({ body: { id: row.id } })}>
              {capability ? '重新检测' : '检测'}
            </Button>
          )}
        </div>
        {capability ? (
          <CapabilityFacts found={capability} isFile={isFile} />
        ) : (
          <p className="muted">还没有做过连通性检测，检测后显示版本、可读取的内容和账号权限提醒。</p>
        )}
      </section>
    </>
  );
}

function Schemas({ row }: { row: Detail }) {
  const answer = useCall(api.harvest.tables, { params: { id: row.id } });
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={4} />;
  const schemas = new Map<string, { tables: number; views: number }>();
  for (const { schemaName, tableKind } of answer.data) {
    const counts = schemas.get(schemaName) ?? { tables: 0, views: 0 };
    if (tableKind === 'view' || tableKind === 'materialized') counts.views++;
    else counts.tables++;
    schemas.set(schemaName, counts);
  }
  if (schemas.size === 0) return <p className="muted">还没有表，请先同步。</p>;
  return (
    <div className="source-schemas">
      {[...schemas].map(([name, counts]) => (
        <Link key={name} className="source-file" to={placePath(row.id, name)}>
          <span className="grow mono">{name}</span>
          <span className="num muted">
            {[counts.tables > 0 && `${count(counts.tables)} 张表`, counts.views > 0 && `${count(counts.views)} 个视图`]
              .filter(Boolean)
              .join('，')}
          </span>
        </Link>
      ))}
      <Link to={placePath(row.id)}>在元数据中查看全部</Link>
    </div>
  );
}
