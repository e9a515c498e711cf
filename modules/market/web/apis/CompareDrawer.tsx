import { Drawer, Segmented } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { compareApis, type ApiDifference, type ComparedApi } from '../../core/compare.ts';
import { PlainTable } from '../PlainTable.tsx';

type Versioned = ComparedApi & { apiVersion: string };
const WIDTH = 860;

/** 版本对比 of an API. */
export const CompareDrawer = ({ before, after, onClose }: { before: Versioned; after: Versioned; onClose: () => void }) => (
  <DifferenceDrawer versions={[before.apiVersion, after.apiVersion]} all={compareApis(before, after)} onClose={onClose} />
);

interface DifferenceProps {
  versions: readonly [before: string, after: string];
  all: readonly ApiDifference[];
  onClose: () => void;
}
/** 版本对比: two definitions side by side, and what of it callers of the older one must know. */
export function DifferenceDrawer({ versions, all, onClose }: DifferenceProps) {
  useReturnFocus();
  const [only, setOnly] = useState<'all' | 'breaking'>('all');
  const breaking = all.filter(({ isBreaking }) => isBreaking);
  const shown = only === 'all' ? all : breaking;
  return (
    <Drawer open size={WIDTH} title={`${versions[0]} 与 ${versions[1]} 对比`} onClose={onClose} className="market-drawer">
      {all.length === 0 ? (
        <StateView kind="empty" inline what="两个版本的定义相同" />
      ) : (
        <>
          <div className="market-inline market-compare-head">
            {breaking.length === 0 ? <Tag tone="ok">对调用方兼容</Tag> : <Tag tone="warn">{`${breaking.length} 处影响调用方`}</Tag>}
            <span className="muted">共 {all.length} 处不同</span>
            <span className="grow" />
            <Segmented<'all' | 'breaking'>
              size="small"
              aria-label="显示范围"
              value={only}
              onChange={setOnly}
              options={[
                { value: 'all', label: '全部' },
                { value: 'breaking', label: '影响调用方' },
              ]}
            />
          </div>
          <Differences rows={shown} versions={versions} />
        </>
      )}
    </Drawer>
  );
}

const Differences = ({ rows, versions }: { rows: readonly ApiDifference[]; versions: readonly [string, string] }) => (
  <PlainTable
    label="不同之处"
    className="market-compare"
    rows={rows}
    keyOf={({ part, label }) => `${part} ${label}`}
    columns={[
      { title: '部分', cell: ({ part }) => part },
      { title: '项目', cell: ({ label }) => label },
      { title: <span className="mono">{versions[0]}</span>, cell: ({ before }) => before },
      { title: <span className="mono">{versions[1]}</span>, cell: ({ after }) => after },
      {
        title: '影响',
        cell: ({ isBreaking }) => (isBreaking ? <Tag tone="warn">影响调用方</Tag> : <span className="muted">兼容</span>),
      },
    ]}
  />
);
