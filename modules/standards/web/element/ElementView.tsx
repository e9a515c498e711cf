import { EditOutlined, SendOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { useCan } from '#kit/web/can.tsx';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { count } from '#kit/web/format.ts';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { ObjectFailed } from '#kit/web/parts/ObjectFailed.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { SlotPartView, useSlot } from '#kit/web/slots/Slot.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { typePath } from '../paths.ts';
import { AttributesTab } from './AttributesTab.tsx';
import { BoundTab } from './BoundTab.tsx';
import { elementForm } from './element-form.tsx';
import { ElementRail } from './ElementRail.tsx';
import { ElementState, type ElementRow } from './element-texts.tsx';
import { ImpactList } from './ImpactList.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { RetireDialog } from './RetireDialog.tsx';
import type { Version } from './VersionBlock.tsx';
import { VersionsTab } from './VersionsTab.tsx';
import '../binding/binding.css';
import './element.css';

const BACK = { to: '/standard/element', text: '返回数据元' };
type Dialog = 'publish' | 'retire' | 'edit' | null;

/** Everything about one element: attributes, columns, versions, what a change would do. */
export function ElementView({ id, tab }: { id: string; tab: string }) {
  const answer = useCall(api.standardElement.get, { params: { id } });
  const row = answer.data;
  useObjectTitle(row?.elementName);
  if (!row)
    return (
      <div className="panel element-page">
        {answer.error ? (
          <ObjectFailed error={answer.error} noun="数据元" back={BACK} onRetry={() => void answer.refetch()} />
        ) : (
          <StateView kind="loading" rows={10} />
        )}
      </div>
    );
  return <Loaded row={row} tab={tab} />;
}

function Loaded({ row, tab }: { row: ElementRow; tab: string }) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const versions = useCall(api.standardElement.versions, { params: { id: row.id } }).data ?? [];
  const close = () => setDialog(null);
  return (
    <div className="element-page">
      <ElementActions row={row} onOpen={setDialog} />
      <div className="panel element-main">
        <ElementHead row={row} />
        <ElementTabs row={row} versions={versions} tab={tab} />
      </div>
      <ElementRail row={row} versions={versions} />
      {dialog === 'publish' && <PublishDialog row={row} onClose={close} />}
      {dialog === 'retire' && <RetireDialog row={row} onClose={close} />}
      <EntityForm
        api={api.standardElement}
        label="数据元"
        fields={elementForm}
        opened={dialog === 'edit' ? { kind: 'edit', id: row.id } : null}
        onClose={close}
      />
    </div>
  );
}

function ElementActions({ row, onOpen }: { row: ElementRow; onOpen: (dialog: Dialog) => void }) {
  const can = useCan();
  const isOpen = row.flowStatus !== '3';
  const calls = api.standardElement;
  const next = (row.versionNo ?? 0) + 1;
  return (
    <PageActions>
      <Link to={BACK.to}>
        <Button>{BACK.text}</Button>
      </Link>
      {isOpen && row.state === 'inForce' && can(calls.retire) && (
        <Button danger onClick={() => onOpen('retire')}>
          废止
        </Button>
      )}
      {isOpen && can(calls.update) && (
        <Button icon={<EditOutlined />} onClick={() => onOpen('edit')}>
          修改
        </Button>
      )}
      {isOpen && can(calls.submit) && (row.state !== 'inForce' || row.changed.length > 0) && (
        <Button type="primary" icon={<SendOutlined />} onClick={() => onOpen('publish')}>
          提交 V{next} 发布
        </Button>
      )}
    </PageActions>
  );
}

function ElementHead({ row }: { row: ElementRow }) {
  const can = useCan();
  const stat = useCall(api.binding.stat, { query: { elementId: row.id } }, { enabled: can(api.binding.stat) }).data;
  return (
    <header className="element-head">
      <div className="element-title">
        <h2>{row.elementName}</h2>
        <span className="mono muted">{row.elementCode}</span>
        <ElementState row={row} />
        {row.processInstanceId !== null && <FlowTag flow={row} />}
        {row.changed.length > 0 && (
          <span className="element-draft">
            <EditOutlined /> V{(row.versionNo ?? 0) + 1} 草稿改了 {row.changed.length} 项
          </span>
        )}
      </div>
      <dl className="element-facts">
        <Fact title="所属对象">{row.objectClass ?? <Missing />}</Fact>
        <Fact title="来源标准">{row.docName ?? <Missing />}</Fact>
        <Fact title="负责人">
          <PersonText name={row.ownerName} />
        </Fact>
        <Fact title="绑定字段">{stat ? `${count(stat.bound + stat.exempt)} 个` : <Missing />}</Fact>
        <Fact title="值域">{row.gbTypeId ? <Link to={typePath(row.gbTypeId)}>{row.gbTypeName}</Link> : <Missing />}</Fact>
        <Fact title="生效日期">{row.validFrom ?? <Missing />}</Fact>
      </dl>
    </header>
  );
}
const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

/** The attributes, and below them how its columns follow. */
const Attributes = ({ row, inForce, mayRead }: { row: ElementRow; inForce: Version | undefined; mayRead: boolean }) => (
  <>
    <AttributesTab row={row} inForce={inForce} />
    {mayRead && row.versionNo !== null && (
      <section className="element-below" aria-label="绑定字段">
        <h3>
          绑定字段 <span className="muted">逐项核对 V{row.versionNo}</span>
        </h3>
        <BoundTab elementId={row.id} />
      </section>
    )}
  </>
);

interface TabsProps {
  row: ElementRow;
  versions: Parameters<typeof VersionsTab>[0]['versions'];
  tab: string;
}
function ElementTabs({ row, versions, tab }: TabsProps) {
  const can = useCan();
  const change = useChangeAddress();
  const brought = useSlot('standard.element.tabs').map((part) => ({
    key: part.key,
    label: part.title,
    children: (
      <SlotPartView
        part={part}
        of={{ elementId: row.id }}
        waiting={<StateView kind="loading" rows={5} />}
        failed={(error) => <StateView kind="error" error={error} what={`${part.title ?? ''}没有显示出来`} />}
      />
    ),
  }));
  const inForce = versions.find(({ endTime }) => endTime === null);
  const items = [
    { key: 'attributes', label: '属性', children: <Attributes row={row} inForce={inForce} mayRead={can(api.binding.page)} /> },
    ...(can(api.binding.page) ? [{ key: 'bound', label: '绑定字段', children: <BoundTab elementId={row.id} /> }] : []),
    { key: 'versions', label: `版本 ${versions.length}`, children: <VersionsTab versions={versions} /> },
    ...(row.state === 'retired' ? [] : [{ key: 'impact', label: '发布影响', children: <ImpactList id={row.id} action="publish" /> }]),
    ...brought,
  ];
  return (
    <Tabs
      className="element-tabs"
      activeKey={items.some(({ key }) => key === tab) ? tab : 'attributes'}
      onChange={(key) => change({ tab: key }, { replace: true })}
      items={items}
      destroyOnHidden
    />
  );
}
