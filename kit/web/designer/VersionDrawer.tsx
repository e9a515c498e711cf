import { Button, Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { DateText } from '../parts/DateText.tsx';
import { StateView } from '../parts/StateView.tsx';
import { Tag } from '../Tag.tsx';
import './designer.css';

/** A version of a document as lists show it. */
export interface VersionRow {
  readonly versionNo: number;
  readonly name: string | null;
  /** it was published at some time */
  readonly isPublished: boolean;
  /** viewers see it now */
  readonly isCurrent: boolean;
  readonly restoredFrom: number | null;
  readonly authorName: string | null;
  readonly createTime: string;
}

interface Props {
  title?: string;
  list: { readonly rows: readonly VersionRow[] | undefined; readonly error: Error | null; readonly retry: () => void };
  /** what changed from a version to the present document; drawn when it is asked for */
  compare: (no: number) => ReactNode;
  onRestore: (no: number) => void;
  /** false = there is nothing to go back to: the document is this version */
  canRestore?: (row: VersionRow) => boolean;
  /** absent where versions have no names */
  onName?: (row: VersionRow) => void;
  pager?: ReactNode;
  onClose: () => void;
}

/** Saved versions of a document: who made them when, what changed since, names, and the way back. */
export function VersionDrawer({ title = '版本', list, compare, onRestore, canRestore, onName, pager, onClose }: Props) {
  const [open, setOpen] = useState<number | null>(null);
  const { rows, error, retry } = list;
  return (
    <Drawer open title={title} size={520} onClose={onClose}>
      {error && !rows && <StateView kind="error" error={error} onRetry={retry} />}
      {!error && !rows && <StateView kind="loading" rows={8} />}
      {rows?.length === 0 && <div className="blank">还没有版本，保存后在这里留下。</div>}
      {rows?.map((row) => (
        <div className="designer-version" key={row.versionNo}>
          <div>
            <b>版本 {row.versionNo}</b>
            {row.name && <span className="cut">{row.name}</span>}
            {row.isCurrent && <Tag tone="calm">当前发布</Tag>}
            {row.isPublished && !row.isCurrent && <Tag dot={false}>曾发布</Tag>}
            {row.restoredFrom !== null && <Tag dot={false}>恢复自版本 {row.restoredFrom}</Tag>}
            <span className="grow" />
            {onName && (
              <Button size="small" type="link" onClick={() => onName(row)}>
                命名
              </Button>
            )}
            <Button
              size="small"
              type="link"
              aria-expanded={open === row.versionNo}
              onClick={() => setOpen(open === row.versionNo ? null : row.versionNo)}
            >
              比较
            </Button>
            <Button size="small" type="link" disabled={canRestore?.(row) === false} onClick={() => onRestore(row.versionNo)}>
              恢复
            </Button>
          </div>
          <div className="muted">
            {row.authorName ?? '系统'} · <DateText value={row.createTime} />
          </div>
          {open === row.versionNo && compare(row.versionNo)}
        </div>
      ))}
      {pager}
    </Drawer>
  );
}
