import { Link } from 'react-router';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Meter } from '#kit/web/parts/Meter.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { Mapping } from './use-mapping.ts';

/** The column, its set, the last collection, and how far it is mapped, by values and by rows. */
export function ContrastFacts({ mapping: { contrast, stat } }: { mapping: Mapping }) {
  if (!contrast) return <div className="mapping-facts" />;
  const values = stat ? stat.mappingCount + stat.unMappingCount : 0;
  return (
    <div className="mapping-facts">
      <dl>
        <div>
          <dt>字段</dt>
          <dd>
            <code>{contrast.columnName}</code> {contrast.columnComment} {contrast.isColumnGone && <Tag tone="bad">已不存在</Tag>}
          </dd>
        </div>
        <div>
          <dt>表</dt>
          <dd>
            <Link to={`/metadata/datacolumn?table=${contrast.tableId}`}>{contrast.tableComment ?? contrast.tableName}</Link>
          </dd>
        </div>
        <div>
          <dt>标准</dt>
          <dd>
            {contrast.gbTypeCode} {contrast.gbTypeName}
          </dd>
        </div>
        <div>
          <dt>采集</dt>
          <dd>
            {contrast.collectTime === null ? (
              '尚未采集'
            ) : (
              <>
                <DateText value={contrast.collectTime} />，{count(contrast.rowCount ?? 0)} 行
                {(contrast.nullCount ?? 0) > 0 && `，空值 ${count(contrast.nullCount ?? 0)} 行`}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>新取值</dt>
          <dd className={stat && stat.newCount > 0 ? 'mapping-new' : undefined}>
            {stat ? stat.newCount > 0 ? `${count(stat.newCount)} 个，比上次多` : '没有' : <Missing />}
          </dd>
        </div>
      </dl>
      <div className="mapping-rates">
        <span>按值</span>
        <Meter label="按值" value={stat?.mappingPercent ?? null} showsValue={false} />
        <b className="num">{stat ? `${count(stat.mappingCount)} / ${count(values)}` : ''}</b>
        <span>按行</span>
        <Meter label="按行" value={stat?.mappingRowPercent ?? null} showsValue={false} />
        <b className="num">{stat?.mappingRowPercent === null || !stat ? '—' : `${stat.mappingRowPercent.toFixed(1)}%`}</b>
      </div>
    </div>
  );
}
