import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { toast } from '../dialog.tsx';
import { CallError } from '../send.ts';

const ROWS = [64, 88, 72, 80, 56, 92, 68, 76, 60, 84];

/** Placeholder rows while the first page loads. */
export const SkeletonRows = () => (
  <div role="status" aria-label="数据加载中">
    {ROWS.map((width) => (
      <div className="skeleton-row" key={width}>
        <i style={{ width }} />
        <i style={{ width: width * 1.4 }} />
        <i style={{ width: width * 0.9 }} />
        <i style={{ flex: 1 }} />
        <i style={{ width: 64 }} />
      </div>
    ))}
  </div>
);

interface EmptyProps {
  /** a filter is active */
  filtered: boolean;
  label: string;
  onClear: () => void;
  /** button that makes the first row, if the account may */
  create?: ReactNode;
}

/** Empty state of a list: no rows at all, or none for the filter; offers the matching action. */
export function EmptyRows({ filtered, label, onClear, create }: EmptyProps) {
  if (filtered) {
    return (
      <div className="blank">
        没有符合条件的{label}，请放宽筛选条件后再试。
        <Button onClick={onClear}>清除筛选</Button>
      </div>
    );
  }
  return (
    <div className="blank">
      还没有{label}。{create}
    </div>
  );
}

/** Error state of a list, with request id and retry. */
export function FailedRows({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const known = error instanceof CallError ? error : null;
  if (known?.key === 'auth.noPermission') {
    return <div className="blank">没有查看权限，请联系管理员授权。</div>;
  }
  const report = known?.requestId;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(report ?? '');
      toast.success('请求编号已复制');
    } catch {
      // the clipboard API requires https
      toast.warning('浏览器不允许复制，请手动选中编号复制');
    }
  };
  return (
    <div className="blank" role="alert">
      {known?.message ?? '系统错误'}
      {report && (
        <small>
          请求编号 <span className="mono">{report}</span>
          <button type="button" className="icon-button small" aria-label="复制请求编号" onClick={() => void copy()}>
            <CopyOutlined />
          </button>
        </small>
      )}
      <Button onClick={onRetry}>重试</Button>
    </div>
  );
}
