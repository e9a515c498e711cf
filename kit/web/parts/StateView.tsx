import { CloseCircleOutlined, CopyOutlined, FilterOutlined, InboxOutlined, LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { CallError } from '../send.ts';
import { toast } from '../toast.ts';
import { uiTexts } from '../ui-texts.ts';
import { Skeleton, type SkeletonShape } from './Skeleton.tsx';
import './parts.css';
import './states.css';

interface Common {
  className?: string | undefined;
  /** compact variant for small blocks (card, tile): one line and one link */
  inline?: boolean;
  /** a second way on, beside the first */
  more?: ReactNode;
}
interface Empty extends Common {
  kind: 'empty';
  /** 还没有看板 */
  what: ReactNode;
  why?: ReactNode;
  action?: ReactNode;
}
interface Filtered extends Common {
  kind: 'filtered';
  /** 用户: what the list holds */
  noun: string;
  /** the filters in words (部门 造价控制室、状态 已锁定), how many there are without them */
  why?: ReactNode;
  onClear: () => void;
}
interface Failed extends Common {
  kind: 'error';
  /** 员工表没有读出来; the words of the error when not given */
  what?: ReactNode;
  error: unknown;
  onRetry?: () => void;
}
interface Forbidden extends Common {
  kind: 'forbidden';
  /** 你没有“员工”的查询权限 */
  what?: ReactNode;
  /** what one may do, who decides, how long it takes */
  why?: ReactNode;
  /** opens the request, where one can be made */
  onRequest?: () => void;
}
interface Loading {
  kind: 'loading';
  className?: string | undefined;
  shape?: SkeletonShape;
  rows?: number;
}
export type StateViewProps = Empty | Filtered | Failed | Forbidden | Loading;

/**
 * Placeholder for missing content: empty, no match, failed, forbidden, loading. Says what and why, and offers the next action: `<StateView
 * kind="error" error={answer.error} onRetry={() => void answer.refetch()} />`.
 */
export function StateView(props: StateViewProps) {
  const { className } = props;
  switch (props.kind) {
    case 'loading':
      return <Skeleton className={props.className} shape={props.shape} rows={props.rows} />;
    case 'empty':
      return (
        <Face
          className={className}
          icon={<InboxOutlined />}
          inline={props.inline}
          what={props.what}
          why={props.why}
          actions={[props.action, props.more]}
        />
      );
    case 'filtered': {
      const clear = <Action inline={props.inline} text="清除筛选" onClick={props.onClear} />;
      const what = `没有符合条件的${props.noun}`;
      const why = props.why ?? '请放宽筛选条件后再试。';
      return (
        <Face className={className} icon={<FilterOutlined />} inline={props.inline} what={what} why={why} actions={[clear, props.more]} />
      );
    }
    case 'forbidden':
      return <ForbiddenFace {...props} />;
    case 'error':
      return <FailedFace {...props} />;
  }
}

interface EmptyListProps {
  /** a filter or search word is active */
  isFiltered: boolean;
  /** 用户: what the list holds */
  noun: string;
  onClear: () => void;
  /** button that creates the first row, if the account may */
  action?: ReactNode;
}

/** A list without rows: none at all, or none that match. */
export const EmptyList = ({ isFiltered, noun, onClear, action }: EmptyListProps) =>
  isFiltered ? (
    <StateView kind="filtered" noun={noun} onClear={onClear} />
  ) : (
    <StateView kind="empty" what={`还没有${noun}`} action={action} />
  );

function ForbiddenFace({ what = '没有查看权限', why, inline, onRequest, more, className }: Omit<Forbidden, 'kind'>) {
  const request = onRequest && <Action primary inline={inline} text="申请权限" onClick={onRequest} />;
  const reason = why ?? (onRequest ? undefined : '请联系管理员授权。');
  return <Face className={className} icon={<LockOutlined />} inline={inline} what={what} why={reason} actions={[request, more]} />;
}

function FailedFace({ error, what, inline, onRetry, more, className }: Failed) {
  const known = error instanceof CallError ? error : null;
  if (known?.key === 'auth.noPermission') return <ForbiddenFace className={className} inline={inline} more={more} />;
  const cause = known?.message ?? uiTexts.systemError;
  const retry = onRetry && <Action inline={inline} text="重试" onClick={onRetry} />;
  return (
    <Face
      className={className}
      isAlert
      icon={<CloseCircleOutlined className="state-bad" />}
      inline={inline}
      what={what ?? cause}
      why={what ? cause : undefined}
      fact={known?.requestId && !inline ? <RequestNumber id={known.requestId} /> : undefined}
      actions={[retry, more]}
    />
  );
}

/** Request id for support. */
function RequestNumber({ id }: { id: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      toast.success('请求编号已复制');
    } catch {
      // the clipboard API requires https
      toast.warning('浏览器不允许复制，请手动选中编号复制');
    }
  };
  return (
    <>
      请求编号 <span className="mono">{id}</span>
      <button type="button" className="icon-button small" aria-label="复制请求编号" onClick={() => void copy()}>
        <CopyOutlined />
      </button>
    </>
  );
}

function Action({ text, onClick, inline, primary }: { text: string; onClick: () => void; inline: boolean | undefined; primary?: boolean }) {
  if (inline)
    return (
      <button type="button" className="name-link" onClick={onClick}>
        {text}
      </button>
    );
  return (
    <Button type={primary ? 'primary' : 'default'} onClick={onClick}>
      {text}
    </Button>
  );
}

interface FaceProps {
  className: string | undefined;
  icon: ReactNode;
  what: ReactNode;
  why?: ReactNode;
  fact?: ReactNode;
  actions: readonly ReactNode[];
  inline?: boolean | undefined;
  isAlert?: boolean;
}

function Face({ className = '', icon, what, why, fact, actions: [first, second], inline = false, isAlert = false }: FaceProps) {
  return (
    <div className={`${inline ? 'state inline' : 'state'} ${className}`} role={isAlert ? 'alert' : undefined}>
      <span className="state-icon" aria-hidden>
        {icon}
      </span>
      <div className="state-what">{what}</div>
      {why && !inline && <div className="state-why">{why}</div>}
      {fact && <div className="state-fact">{fact}</div>}
      {(first || second) && (
        <div className="state-actions">
          {first}
          {second}
        </div>
      )}
    </div>
  );
}
