import {
  BellOutlined,
  CheckOutlined,
  CloseOutlined,
  CommentOutlined,
  MinusOutlined,
  RollbackOutlined,
  SendOutlined,
  UserAddOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FileThumbs } from '#modules/files/web/index.ts';
import type { api } from '../api.ts';

type Entry = ReplyOf<typeof api.instance.detail>['trail'][number];

const MARKS: Readonly<Record<string, readonly [icon: ReactNode, tone: string]>> = {
  提交: [<SendOutlined key="i" />, 'now'],
  重新提交: [<SendOutlined key="i" />, 'now'],
  同意: [<CheckOutlined key="i" />, 'ok'],
  自动通过: [<CheckOutlined key="i" />, 'ok'],
  不同意: [<CloseOutlined key="i" />, 'bad'],
  终止: [<CloseOutlined key="i" />, 'bad'],
  退回: [<RollbackOutlined key="i" />, 'warn'],
  前加签: [<UserAddOutlined key="i" />, 'now'],
  后加签: [<UserAddOutlined key="i" />, 'now'],
  并行加签: [<UserAddOutlined key="i" />, 'now'],
  批注: [<CommentOutlined key="i" />, 'idle'],
  催办: [<BellOutlined key="i" />, 'warn'],
};

const textOf = (value: unknown): string => (value === null || value === '' ? '空' : String(value as string));

/** What was done and said, in order. */
export function Trail({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className="trail" aria-label="审批记录">
      {entries.map((entry, n) => {
        const [icon, tone] = MARKS[entry.action] ?? [<MinusOutlined key="i" />, 'idle'];
        return (
          <li key={n} className={tone}>
            <i aria-hidden>{icon}</i>
            <p>
              <b>{entry.actorName ?? '系统'}</b> {entry.action}
              {entry.nodeName && <span className="muted"> {entry.nodeName}</span>}
              <DateText value={entry.time} />
            </p>
            {entry.opinion && <q>{entry.opinion}</q>}
            {entry.changes.map(({ field, label, before, after }) => (
              <p key={field} className="trail-change">
                {label} <del>{textOf(before)}</del> → <ins>{textOf(after)}</ins>
              </p>
            ))}
            {entry.files && <FileThumbs value={entry.files} size={24} />}
          </li>
        );
      })}
    </ol>
  );
}
