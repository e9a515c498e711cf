import { Drawer } from 'antd';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Slot } from '#kit/web/slots/Slot.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import { mappedPercent } from '../house/column-standards.ts';
import { columnPath, elementPath, mappingPath } from '../paths.ts';
import type { TypeOption } from './TypePublish.tsx';
import '../element/element.css';
import '../house/house.css';

/** Who uses a code set: contrasts, elements and the columns that follow them, and what other modules say. */
export function TypeUsedDrawer({ type, onClose }: { type: TypeOption; onClose: () => void }) {
  useReturnFocus();
  const can = useCan();
  const { data, error, refetch } = useCall(api.standardType.used, { params: { id: type.id } });
  return (
    <Drawer open title={`引用：${type.gbTypeName}`} size={720} onClose={onClose}>
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" rows={5} />}
      {data && (
        <div className="type-used">
          <Section title="对照表" total={data.contrasts.length}>
            {data.contrasts.map((row) => (
              <li key={row.id}>
                <Link className="mono" to={columnPath(row.tableId, row.columnId)}>{`${row.tableName}.${row.columnName}`}</Link>
                <span className="muted">{row.sourceName}</span>
                {can(api.mapping.get) ? (
                  <Link to={mappingPath(row.id)}>已对照 {mappedPercent(row)}</Link>
                ) : (
                  <span>已对照 {mappedPercent(row)}</span>
                )}
              </li>
            ))}
          </Section>
          <Section title="数据元" total={data.elements.length}>
            {data.elements.map((row) => (
              <li key={row.id}>
                <NameLink
                  name={row.elementName}
                  code={row.elementCode}
                  to={can(api.standardElement.page) ? elementPath(row.id) : undefined}
                />
                <span className="muted">{STATES[row.state]}</span>
              </li>
            ))}
          </Section>
          <Section title="数据元绑定的字段" total={data.columns.length}>
            {data.columns.map((row) => (
              <li key={row.columnId}>
                <Link className="mono" to={columnPath(row.tableId, row.columnId)}>{`${row.tableName}.${row.columnName}`}</Link>
                <span className="muted">
                  {row.sourceName}，{row.elementName}
                </span>
              </li>
            ))}
          </Section>
          <Slot name="standard.type.used" of={{ typeId: type.id }} />
          {data.hidden > 0 && <p className="muted">另有 {count(data.hidden)} 个字段无权查看。</p>}
        </div>
      )}
    </Drawer>
  );
}
const STATES: Readonly<Record<string, string>> = { draft: '草稿', inForce: '生效中', retired: '已废止' };

const Section = ({ title, total, children }: { title: string; total: number; children: React.ReactNode }) => (
  <section aria-label={title}>
    <h3>
      {title} <span className="muted">{count(total)}</span>
    </h3>
    {total === 0 ? <p className="muted">没有</p> : <ul>{children}</ul>}
  </section>
);
