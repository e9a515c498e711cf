import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { day } from '#kit/web/format.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { SURVIVAL, type CandidateDetail, type Survival } from '../../contract/match.ts';
import { valueText } from '../data/values.ts';
import { unlikeParts } from './unlike.ts';
import type { Kept, Review } from './use-review.ts';
import { letterOf, scoreText, SURVIVAL_WORDS } from './words.ts';

const YEAR_MS = 365 * 86_400_000;
const LOW = 0.5;
type Group = CandidateDetail;
type GroupRecord = Group['records'][number];

/** A value of a record as people read it: the name of a code or of another record in its place. */
function textOf(group: Group, record: GroupRecord, columnName: string): string | null {
  const value = record.values[columnName] ?? null;
  const column = group.columns.find((one) => one.columnName === columnName);
  return column ? valueText(column, value, record.labels[columnName]) : (value as string | null);
}

interface TableProps {
  group: Group;
  review: Review;
  /** attribute that the keys act on */
  row: number;
  onRow: (row: number) => void;
  canMerge: boolean;
}

/** The records of a group side by side: why they are alike, and per attribute which value is kept. */
export function ReviewTable({ group, review, row: at, onRow, canMerge }: TableProps) {
  return (
    <div className="dup-table-box" tabIndex={0} role="region" aria-label="记录对比">
      <table className="dup-table">
        <thead>
          <tr>
            <th className="dup-attribute">属性</th>
            <th className="dup-why">得分与原因</th>
            {group.records.map((record, column) => (
              <RecordHead key={record.id} record={record} letter={letterOf(column)} isKept={record.id === group.keeps} />
            ))}
            <th className="dup-result">
              <b>合并结果</b>
              <small>沿用 {letterOf(group.records.findIndex(({ id }) => id === group.keeps))} 的编号</small>
              <small>
                {review.kept.length} 项中 {review.kept.length - review.open.length} 项已定
              </small>
            </th>
          </tr>
        </thead>
        <tbody>
          {review.kept.map((kept, index) => (
            <AttributeRow
              key={kept.columnName}
              group={group}
              kept={kept}
              review={review}
              isCurrent={index === at}
              onCurrent={() => onRow(index)}
              canMerge={canMerge}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RecordHead({ record, letter, isKept }: { record: GroupRecord; letter: string; isKept: boolean }) {
  const isOld = record.updateTime !== null && serverNow() - Date.parse(record.updateTime) > YEAR_MS;
  const [first] = record.sources;
  return (
    <th className="dup-record">
      <span className="dup-letter">{letter}</span>
      <b>{first ? first.name : isKept ? '最早的记录' : '手工录入'}</b>
      <small className="num">{first ? record.sources.map(({ key }) => key).join('、') : record.id}</small>
      {record.updateTime !== null && (
        <small className={isOld ? 'dup-old' : ''}>更新于 {isOld ? day(record.updateTime) : <DateText value={record.updateTime} />}</small>
      )}
    </th>
  );
}

interface RowProps {
  group: Group;
  kept: Kept;
  review: Review;
  isCurrent: boolean;
  onCurrent: () => void;
  canMerge: boolean;
}
function AttributeRow({ group, kept, review, isCurrent, onCurrent, canMerge }: RowProps) {
  const { columnName, label } = kept;
  const reason = group.reasons.find((one) => one.columnName === columnName);
  const isClash = reason?.score !== null && reason !== undefined && reason.score < LOW;
  const isMasked = group.columns.find((column) => column.columnName === columnName)?.isMasked ?? false;
  const base = (kept.recordId === null ? undefined : group.records.find(({ id }) => id === kept.recordId)) ?? group.records[0]!;
  return (
    <tr className={`${isClash ? 'dup-clash' : ''} ${isCurrent ? 'dup-current' : ''}`} aria-current={isCurrent || undefined}>
      <th className="dup-attribute" scope="row">
        {label}
      </th>
      <td className="dup-why">
        {reason ? (
          <>
            <b className={`num ${isClash ? 'dup-bad' : ''}`}>{reason.score === null ? '不计' : scoreText(reason.score)}</b> {reason.text}
          </>
        ) : (
          <span className="muted">不参与比较</span>
        )}
      </td>
      {group.records.map((record, column) => {
        const value = textOf(group, record, columnName);
        const isChosen = kept.recordId === record.id;
        return (
          <td key={record.id} className={`dup-cell ${isChosen ? 'chosen' : ''}`}>
            <button
              type="button"
              role="radio"
              aria-checked={isChosen}
              aria-label={`${label}取 ${letterOf(column)}：${value ?? '空'}`}
              disabled={!canMerge}
              onClick={() => {
                onCurrent();
                review.choose(columnName, record.id);
              }}
            >
              {value !== null && value !== '' ? <i className="dup-radio" /> : <i className="dup-radio none" />}
              <Value value={value} other={record.id === base.id || isMasked ? null : textOf(group, base, columnName)} />
            </button>
          </td>
        );
      })}
      <Result group={group} kept={kept} review={review} canMerge={canMerge} />
    </tr>
  );
}

function Value({ value, other }: { value: string | null; other: string | null }) {
  if (value === null || value === '') return <span className="muted">—</span>;
  if (other === null || other === '' || other === value) return <span>{value}</span>;
  return (
    <span>
      {unlikeParts(value, other).map(({ text, isUnlike }, at) => (isUnlike ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
    </span>
  );
}

function Result({ group, kept, review, canMerge }: Pick<RowProps, 'group' | 'kept' | 'review' | 'canMerge'>) {
  const at = group.records.findIndex(({ id }) => id === kept.recordId);
  const value = at < 0 ? null : textOf(group, group.records[at]!, kept.columnName);
  const filled = group.records.filter((record) => record.values[kept.columnName] !== null).length;
  const isSame = filled > 1 && kept.agrees === filled && kept.rule !== 'manual';
  const how = isSame ? `${filled} 处一致` : `${SURVIVAL_WORDS[kept.rule]}${at < 0 ? '' : ` · ${letterOf(at)}`}`;
  const told = kept.isOpen ? '在左侧选一个值' : how;
  return (
    <td className={`dup-result ${kept.isOpen ? 'open' : ''}`}>
      <div>
        {kept.isOpen ? (
          <span className="dup-bad">未选择</span>
        ) : kept.isHidden ? (
          <span className="muted">按规则保留</span>
        ) : (
          (value ?? <span className="muted">—</span>)
        )}
      </div>
      <Dropdown
        trigger={['click']}
        disabled={!canMerge}
        menu={{
          selectedKeys: [kept.rule],
          items: SURVIVAL.map((rule) => ({ key: rule, label: SURVIVAL_WORDS[rule] })),
          onClick: ({ key }) => review.follow(kept.columnName, key as Survival),
        }}
      >
        <button type="button" className="dup-rule" disabled={!canMerge} aria-label={`${kept.label}的保留规则：${told}`}>
          {told} <DownOutlined />
        </button>
      </Dropdown>
    </td>
  );
}
