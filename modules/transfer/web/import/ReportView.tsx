import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Tag } from '#kit/web/Tag.tsx';
import { ChangeLines } from '#modules/library/web/parts.ts';
import { KIND_WORDS, STATES } from '../words.ts';
import type { ReportRow } from './use-import.ts';

/** What needs a look stands first. */
const ORDER: readonly ReportRow['state'][] = ['wrong', 'changed', 'new', 'used', 'skipped', 'same'];
const inOrder = (rows: readonly ReportRow[]): ReportRow[] => rows.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));

interface Props {
  readonly rows: readonly ReportRow[];
  readonly isDone?: boolean;
  /** data sets whose used fields may go */
  readonly lost?: readonly string[];
  readonly onLetGo?: (key: string) => void;
}

/** What an import does, or has done: a line for each document, with what changes in words. */
export function ReportView({ rows, isDone = false, lost = [], onLetGo }: Props) {
  const counts = Object.entries(STATES).flatMap(([state, { text, tone }]) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? [] : [{ state, text, tone, count }];
  });
  return (
    <section aria-label={isDone ? '导入结果' : '试运行结果'}>
      <p className="transfer-counts">
        {counts.map(({ state, text, tone, count }) => (
          <Tag key={state} tone={tone}>
            {text} {count}
          </Tag>
        ))}
      </p>
      <ul className="transfer-report">
        {inOrder(rows).map((row) => (
          <ReportLine key={row.key} row={row} isDone={isDone} isLetGo={lost.includes(row.key)} onLetGo={onLetGo} />
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  readonly row: ReportRow;
  readonly isDone: boolean;
  readonly isLetGo: boolean;
  readonly onLetGo: Props['onLetGo'];
}
function ReportLine({ row, isDone, isLetGo, onLetGo }: LineProps) {
  const [isOpen, setOpen] = useState(!isDone);
  const { text, tone } = STATES[row.state];
  const hasMore = row.changes.length + row.more > 0;
  const mayLetGo = onLetGo !== undefined && row.kind === 'dataset' && row.problems.some((one) => one.includes('正在使用'));
  return (
    <li>
      <div className="transfer-line">
        {hasMore ? (
          <button
            type="button"
            className="icon-button small"
            aria-label={`“${row.name}”的变化`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <DownOutlined /> : <RightOutlined />}
          </button>
        ) : (
          <span className="transfer-gap" />
        )}
        <Tag tone="line">{KIND_WORDS[row.kind]}</Tag>
        {row.path !== null && row.state !== 'wrong' ? (
          <a className="cut" href={row.path} target="_blank" rel="noreferrer" title={row.name}>
            {row.name}
          </a>
        ) : (
          <span className="cut" title={row.name}>
            {row.name}
          </span>
        )}
        {row.folder !== '' && <small className="muted cut">{row.folder}</small>}
        <span className="grow" />
        <Tag tone={tone}>{text}</Tag>
      </div>
      {row.problems.map((problem) => (
        <p key={problem} className="bad transfer-said">
          {problem}
        </p>
      ))}
      {mayLetGo && (
        <p className="transfer-said">
          <Button size="small" danger disabled={isLetGo} onClick={() => onLetGo(row.key)}>
            {isLetGo ? '将删除这些字段，请重新试运行' : '仍然删除这些字段'}
          </Button>
        </p>
      )}
      {row.notes.map((note) => (
        <p key={note} className="muted transfer-said">
          {note}
        </p>
      ))}
      {hasMore && isOpen && (
        <div className="transfer-said">
          <ChangeLines changes={row.changes} more={row.more} />
        </div>
      )}
    </li>
  );
}
