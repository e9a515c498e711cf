import { Button, Form, InputNumber, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import type { AreaRow } from '../../contract/area.ts';
import { api } from '../api.ts';

const LEVELS: Readonly<Record<number, string>> = { 1: '省级', 2: '地级', 3: '县级' };

interface Props {
  area: AreaRow;
  rows: readonly AreaRow[];
  onSelect: (code: string) => void;
}

/** One area: what is known of it, and what may be changed. */
export function AreaDetail({ area, rows, onSelect }: Props) {
  const can = useCan();
  const [isLocating, setLocating] = useState(false);
  const save = useWrite(api.area.update, { overlay: false });
  const parent = rows.find((row) => row.code === area.parentCode);
  const below = rows.filter((row) => row.parentCode === area.code);
  const isActive = area.status === '1';
  const toggle = async () => {
    const content = isActive
      ? `禁用“${area.name}”${below.length > 0 ? `及其全部下级` : ''}后，新的记录不能再选择，已有记录保留名称。`
      : `启用“${area.name}”${below.length > 0 ? '及其全部下级' : ''}？`;
    if (!(await confirmDialog({ content, okText: isActive ? '禁用' : '启用', danger: isActive }))) return;
    const body = { status: isActive ? '0' : '1', withBelow: '1', lng: area.lng, lat: area.lat, version: area.version } as const;
    const reply = await save.mutateAsync({ params: { code: area.code }, body }).catch(() => null);
    if (reply) toast.success(`已${isActive ? '禁用' : '启用'} ${reply.changed} 个区划`);
  };
  return (
    <section className="area-detail">
      <header className="record-title">
        <h2>{area.name}</h2>
        <Tag tone={isActive ? 'calm' : 'idle'}>{isActive ? '启用' : '禁用'}</Tag>
        {area.pseudo === '1' && <Tag tone="line">列表标题，非实际区划</Tag>}
        <span className="grow" />
        {can(api.area.update) && (
          <>
            <Button onClick={() => setLocating(true)}>修改坐标</Button>
            <Button danger={isActive} loading={save.isPending} onClick={() => void toggle()}>
              {isActive ? '禁用' : '启用'}
            </Button>
          </>
        )}
      </header>
      <dl className="facts grid">
        <Fact label="区划代码">
          <span className="mono">{area.code}</span>
        </Fact>
        <Fact label="级别">{LEVELS[area.level]}</Fact>
        <Fact label="上级区划">
          {parent ? (
            <button type="button" className="area-link" onClick={() => onSelect(parent.code)}>
              {parent.name}
            </button>
          ) : (
            <Missing />
          )}
        </Fact>
        <Fact label="下级区划">{below.length > 0 ? `${below.length} 个` : <Missing />}</Fact>
        <Fact label="拼音">{area.fullPinyin ?? <Missing />}</Fact>
        <Fact label="首字母">{area.pinyin}</Fact>
        <Fact label="经度">{area.lng ?? <Missing />}</Fact>
        <Fact label="纬度">{area.lat ?? <Missing />}</Fact>
      </dl>
      {isLocating && <Place area={area} onClose={() => setLocating(false)} />}
    </section>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Longitude and latitude of an area. */
function Place({ area, onClose }: { area: AreaRow; onClose: () => void }) {
  const [place, setPlace] = useState({ lng: area.lng, lat: area.lat });
  const save = useWrite(api.area.update, { overlay: false });
  const submit = async () => {
    const body = { status: area.status, ...place, version: area.version };
    const reply = await save.mutateAsync({ params: { code: area.code }, body }).catch(() => null);
    if (!reply) return;
    toast.success('坐标已保存');
    onClose();
  };
  const input = (name: 'lng' | 'lat', most: number) => (
    <InputNumber
      id={`area-${name}`}
      min={-most}
      max={most}
      precision={6}
      controls={false}
      value={place[name]}
      onChange={(value) => setPlace({ ...place, [name]: value })}
    />
  );
  return (
    <Modal
      open
      width={420}
      title={`${area.name}的坐标`}
      okText="保存"
      cancelText="取消"
      confirmLoading={save.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <div className="form-grid">
          <Form.Item label="经度" htmlFor="area-lng">
            {input('lng', 180)}
          </Form.Item>
          <Form.Item label="纬度" htmlFor="area-lat">
            {input('lat', 90)}
          </Form.Item>
        </div>
      </Form>
    </Modal>
  );
}
