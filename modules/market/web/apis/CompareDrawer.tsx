import { Drawer, Segmented } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { compareApis, type ApiDifference, type ComparedApi } from '../../core/compare.ts';

type Versioned = ComparedApi & { apiVersion: string };
interface Props {
  before: Versioned;
  after: Versioned;
  onClose: () => void;
}
const WIDTH = 860;

/** 版本对比: two definitions side by side, and what of it callers of the older one must know. */
export function CompareDrawer({ before, after, onClose }: Props) {
  useReturnFocus();
  const [only, setOnly] = useState<'all' | 'breaking'>('all');
  const all = compareApis(before, after);
  const breaking = all.filter(({ isBreaking }) => isBreaking);
  const shown = only === 'all' ? all : breaking;
  return (
    <Drawer open size={WIDTH} title={`${before.apiVersion} 与 ${after.apiVersion} 对比`} onClose={onClose} className="market-drawer">
      {all.length === 0 ? (
        <StateView kind="empty" inline what="两个版本的定义相同" />
      ) : (
        <>
          <div className="market-inline">
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
          <Differences rows={shown} versions={[before.apiVersion, after.apiVersion]} />
        </>
      )}
    </Drawer>
  );
}

const Differences = ({ rows, versions }: { rows: readonly ApiDifference[]; versions: readonly [string, string] }) => (
  <div className="market-scroll" tabIndex={0} role="region" aria-label="不同之处">
    <table className="market-table market-compare">
      <thead>
        <tr>
          <th scope="col">部分</th>
          <th scope="col">项目</th>
          <th scope="col" className="mono">
            {versions[0]}
          </th>
          <th scope="col" className="mono">
            {versions[1]}
          </th>
          <th scope="col">影响</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ part, label, before, after, isBreaking }) => (
          <tr key={`${part} ${label}`}>
            <td>{part}</td>
            <td>{label}</td>
            <td>{before ?? <Missing />}</td>
            <td>{after ?? <Missing />}</td>
            <td>{isBreaking ? <Tag tone="warn">影响调用方</Tag> : <span className="muted">兼容</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
