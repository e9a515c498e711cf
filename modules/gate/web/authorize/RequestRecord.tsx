import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { LevelTag } from '../classify/level-tag.tsx';

const text = (value: unknown): string | null => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);

/** A request for rights on data inside its approval: what of which table, how sensitive, for how long, for what. */
export default function RequestRecord({ snapshot }: SlotPlaces['flow.detail']) {
  return (
    <dl>
      <div>
        <dt>数据表</dt>
        <dd>
          {text(snapshot['sourceName'])} <code className="mono">{text(snapshot['tableName'])}</code>
        </dd>
      </div>
      <div>
        <dt>字段</dt>
        <dd>
          <code className="mono">{text(snapshot['columns'])}</code> <LevelTag level={text(snapshot['level'])} />
        </dd>
      </div>
      <div>
        <dt>权限</dt>
        <dd>
          {text(snapshot['actions'])}，{text(snapshot['days']) ?? '—'} 天
        </dd>
      </div>
      <div>
        <dt>用途</dt>
        <dd>{text(snapshot['purpose']) ?? <Missing />}</dd>
      </div>
    </dl>
  );
}
