import { ColumnWidthOutlined, DatabaseOutlined, TableOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { count } from '#kit/web/format.ts';
import { Slot } from '#kit/web/slots/Slot.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { HIT_TYPE_LABELS, type Hit } from '../../contract/search.ts';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { AskHit } from './AskHit.tsx';
import { TagMarks } from '../tables/TagMarks.tsx';
import { tierText } from '../tables/labels.ts';
import { columnPath, tablePath } from '../paths.ts';

const ICONS = { source: <DatabaseOutlined />, table: <TableOutlined />, column: <ColumnWidthOutlined /> };

/** Own page of a hit. */
export const hitPath = ({ type, id, tableId }: Pick<Hit, 'type' | 'id' | 'tableId'>): string =>
  type === 'source'
    ? `/metadata/datasource?open=detail-${id}`
    : type === 'table' || tableId === null
      ? tablePath(id)
      : columnPath(tableId, id);

/** A text with what was found in it marked. */
export function Marked({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}

/** One hit: what it is called, where it is, what is known of it. */
export function HitCard({ hit }: { hit: Hit }) {
  const chinese = hit.cnName ?? hit.comment;
  const place = [hit.sourceName, hit.schemaName, hit.type === 'column' ? hit.tableName : null].filter(Boolean).join(' / ');
  return (
    <li className="hit">
      <Link to={hitPath(hit)} className="hit-link">
        <span className="hit-icon" title={HIT_TYPE_LABELS[hit.type]}>
          {ICONS[hit.type]}
        </span>
        <span className="hit-name mono">
          <Marked text={hit.name} marks={hit.marks.name} />
        </span>
        {chinese && (
          <span className="hit-chinese cut">
            <Marked text={chinese} marks={hit.cnName ? hit.marks.cnName : hit.marks.comment} />
          </span>
        )}
        {hit.dataType && <span className="mono muted">{hit.dataType}</span>}
        <Slot name="metadata.search.badges" of={{ type: hit.type, id: hit.id }} />
      </Link>
      {hit.tableId !== null && hit.lacks !== null && (
        <AskHit tableId={hit.tableId} action={hit.lacks} columns={hit.type === 'column' ? [hit.name] : []} />
      )}
      {hit.description && (
        <p className="hit-description">
          <Marked text={hit.description} marks={hit.marks.description} />
        </p>
      )}
      <p className="hit-facts muted">
        {hit.type !== 'source' && <span className="cut">{place}</span>}
        {hit.tier && (
          <Tag tone="line" dot={false}>
            {tierText(hit.tier)}
          </Tag>
        )}
        {hit.level && <LevelTag level={hit.level} />}
        <TagMarks tags={hit.tags} missing={false} />
        {hit.domainName && <span>{hit.domainName}</span>}
        {hit.ownerName && (
          <span>
            负责人 <PersonText bare name={hit.ownerName} />
          </span>
        )}
        {hit.type === 'table' && hit.rowEstimate !== null && <span className="num">约 {count(Number(hit.rowEstimate))} 行</span>}
        {hit.qualityScore !== null && (
          <span>
            质量 <Score value={hit.qualityScore} />
          </span>
        )}
        {hit.heat > 0 && <span className="num">近30天读取 {count(hit.heat)} 次</span>}
        {hit.type === 'table' && hit.changeTime && (
          <span>
            <DateText value={hit.changeTime} /> 变化
          </span>
        )}
      </p>
    </li>
  );
}
