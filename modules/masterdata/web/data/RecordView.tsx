import { CopyOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Meter } from '#kit/web/parts/Meter.tsx';
import { ObjectFailed } from '#kit/web/parts/ObjectFailed.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { DataDetail } from '../../contract/data.ts';
import type { FormParam } from '../../contract/model.ts';
import { titleColumn } from '../../core/index.ts';
import { api } from '../api.ts';
import { dataPath, duplicatesPath } from '../paths.ts';
import { AttributesTab, type Sources } from './AttributesTab.tsx';
import { HistoryRail, HistoryTab } from './HistoryTab.tsx';
import { RetireDialog } from './RetireDialog.tsx';
import { sourceLetters, SourceTag } from './sources.tsx';
import { valueText } from './values.ts';
import { XrefsTab } from './XrefsTab.tsx';

const RecordDrawer = lazyPart(() => import('./RecordDrawer.tsx'));

/** One record on its page: each value with where it came from, its sources, its history. */
export function RecordView({ modelId, id, tab }: { modelId: string; id: string; tab: string }) {
  const params = { modelId, id };
  const record = useCall(api.data.get, { params });
  const form = useCall(api.model.formParam, { params: { id: modelId } });
  const row = record.data;
  const title = row && form.data ? nameOf(row, form.data) : undefined;
  useObjectTitle(title);
  const error = record.error ?? form.error;
  if (!row || !form.data)
    return (
      <div className="panel">
        {error ? (
          <ObjectFailed
            error={error}
            noun="主数据"
            back={{ to: dataPath(modelId), text: '返回列表' }}
            onRetry={() => void Promise.all([record.refetch(), form.refetch()])}
          />
        ) : (
          <StateView kind="loading" rows={10} />
        )}
      </div>
    );
  return <Loaded row={row} form={form.data} title={title ?? row.id} tab={tab} />;
}

function nameOf(row: DataDetail, form: FormParam): string {
  const column = titleColumn(form.columnList);
  return (column && valueText(column, row.values[column.columnName], row.labels[column.columnName])) ?? row.id;
}

interface LoadedProps {
  row: DataDetail;
  form: FormParam;
  title: string;
  tab: string;
}
function Loaded({ row, form, title, tab }: LoadedProps) {
  const change = useChangeAddress();
  const [isEditing, setEditing] = useState(false);
  const [isRetiring, setRetiring] = useState(false);
  const found = useCall(api.data.xrefs, { params: { modelId: row.modelId, id: row.id } });
  const letters = sourceLetters(found.data);
  const sources: Sources = { answer: found, letters };
  const shown = form.columnList.filter(({ isDetail }) => isDetail === '1');
  const items = [
    {
      key: 'attributes',
      label: `属性 ${shown.length}`,
      children: (
        <AttributesTab
          {...{ row, sources }}
          columns={shown}
          onFill={() => setEditing(true)}
          onHistory={(columnName) => change({ tab: 'history', column: columnName })}
        />
      ),
    },
    { key: 'xrefs', label: `来源 ${row.xrefCount}`, children: <XrefsTab {...{ sources }} columns={form.columnList} /> },
    { key: 'history', label: '历史', children: <HistoryTab row={row} columns={form.columnList} /> },
  ];
  return (
    <div className="md-record">
      <RecordActions row={row} onEdit={() => setEditing(true)} onRetire={() => setRetiring(true)} />
      <div className="panel md-record-main">
        <RecordHead
          {...{ row, form, title }}
          filled={shown.filter(({ columnName }) => hasValue(row.values[columnName])).length}
          total={shown.length}
        />
        <Tabs
          className="md-tabs"
          activeKey={items.some(({ key }) => key === tab) ? tab : 'attributes'}
          onChange={(key) => change({ tab: key === 'attributes' ? null : key, column: null }, { replace: true })}
          items={items}
          tabBarExtraContent={
            <span className="md-legend">
              {[...letters].map(([name, letter]) => (
                <span key={name}>
                  <SourceTag letter={letter} /> {name}
                </span>
              ))}
            </span>
          }
        />
      </div>
      <HistoryRail row={row} />
      {isEditing && (
        <Suspense fallback={null}>
          <RecordDrawer modelId={row.modelId} id={row.id} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      {isRetiring && <RetireDialog row={row} title={title} onClose={() => setRetiring(false)} />}
    </div>
  );
}
/** The group of duplicates that the record waits in, for those who review them; nothing where there is none. */
function Duplicates({ row }: { row: DataDetail }) {
  const isReviewer = useCan()(api.match.page);
  const query = { recordId: row.id, pageSize: 1 };
  const { data } = useCall(api.match.page, { params: { modelId: row.modelId }, query }, { enabled: isReviewer });
  const [group] = data?.data ?? [];
  if (!group) return null;
  return (
    <div>
      <dt>疑似重复</dt>
      <dd>
        <Link to={duplicatesPath(row.modelId, group.id)}>与 {group.records.length - 1} 条记录</Link>
      </dd>
    </div>
  );
}
const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

function RecordActions({ row, onEdit, onRetire }: { row: DataDetail; onEdit: () => void; onRetire: () => void }) {
  const can = useCan();
  const isWaiting = row.flow?.flowStatus === '3';
  const why = isWaiting ? '变更审核中，结束后才能再次修改' : undefined;
  const isActive = row.status === '1';
  return (
    <PageActions>
      <Link to={dataPath(row.modelId)}>
        <Button>返回列表</Button>
      </Link>
      {can(isActive ? api.data.retire : api.data.restore) && (
        <Button danger={isActive} disabled={isWaiting} title={why} onClick={onRetire}>
          {isActive ? '禁用' : '恢复'}
        </Button>
      )}
      {isActive && can(api.data.update) && (
        <Button type="primary" disabled={isWaiting} title={why} onClick={onEdit}>
          修改
        </Button>
      )}
    </PageActions>
  );
}

interface HeadProps extends Omit<LoadedProps, 'tab'> {
  filled: number;
  total: number;
}
function RecordHead({ row, form, title, filled, total }: HeadProps) {
  const code = form.columnList.find(({ isCoded }) => isCoded);
  const codeText = code ? row.values[code.columnName] : null;
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('编码已复制');
    } catch {
      // the clipboard API requires https
      toast.warning('浏览器不允许复制，请手动选中复制');
    }
  };
  return (
    <header className="md-head">
      <div className="md-title">
        <h2>{title}</h2>
        {row.status === '1' ? <Tag tone="calm">在用</Tag> : <Tag>已禁用</Tag>}
        {row.flow && <FlowTag flow={row.flow} />}
        <Tag tone="line">{row.modelName}</Tag>
      </div>
      {typeof codeText === 'string' && (
        <p className="md-facts">
          <span className="mono">{codeText}</span>
          <button type="button" className="icon-button small" aria-label="复制编码" onClick={() => void copy(codeText)}>
            <CopyOutlined />
          </button>
        </p>
      )}
      <dl className="element-facts md-record-facts">
        <div>
          <dt>创建</dt>
          <dd>
            {row.createName ?? '系统'}
            {row.createDeptName && ` · ${row.createDeptName}`}
          </dd>
        </div>
        <div>
          <dt>来源</dt>
          <dd>{row.xrefCount > 0 ? `${row.xrefCount} 条来源记录` : '手工维护'}</dd>
        </div>
        <Duplicates row={row} />
        <div>
          <dt>完整度</dt>
          <dd className="md-complete">
            <Meter value={total === 0 ? 0 : (filled / total) * 100} label="完整度" showsValue={false} /> {filled} / {total}
          </dd>
        </div>
        <div>
          <dt>最近变更</dt>
          <dd>
            <DateText value={row.updateTime ?? row.createTime} />
          </dd>
        </div>
      </dl>
    </header>
  );
}
