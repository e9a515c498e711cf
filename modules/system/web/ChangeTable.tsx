import { plainText } from '#kit/web/format.ts';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';

interface StoredChange {
  entity: string;
  id: string;
  name: string | null;
  kind: 'create' | 'update' | 'remove';
  fields: readonly { field: string; before?: unknown; after?: unknown }[];
}

const KINDS: Record<StoredChange['kind'], readonly [label: string, tone: Tone]> = {
  create: ['新增', 'ok'],
  update: ['修改', 'accent'],
  remove: ['删除', 'bad'],
};

/** Which rows one write changed, field by field: what was there before and what is there since. */
export function ChangeTable({ changes }: { changes: readonly StoredChange[] }) {
  return (
    <>
      <h3 className="form-section section-line">数据变更</h3>
      {changes.length === 0 && <p className="muted">本次操作没有改动数据。</p>}
      {changes.map((change) => (
        <section key={`${change.entity}${change.id}`} className="change-block">
          <p>
            <Tag tone={KINDS[change.kind][1]} dot={false}>
              {KINDS[change.kind][0]}
            </Tag>{' '}
            {change.entity} {change.name ?? change.id}
          </p>
          <ol className="timeline">
            {change.fields.map(({ field, before, after }) => (
              <li key={field} className="change">
                <span className="muted mono">{field}</span>{' '}
                <span>
                  <del>{plainText(before) ?? '空'}</del> → <ins>{plainText(after) ?? '空'}</ins>
                </span>
              </li>
            ))}
            {change.fields.length === 0 && <Missing />}
          </ol>
        </section>
      ))}
    </>
  );
}
