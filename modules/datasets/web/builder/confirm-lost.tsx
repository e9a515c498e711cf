import { confirmDialog } from '#kit/web/dialog.tsx';
import { api } from '../sets/api.ts';

const MAX = 10;
const KINDS = { chart: '图表', board: '看板', screen: '大屏' } as const;

/**
 * Asks whether a set is saved although charts, boards or screens use fields that it loses. Answers the fields that go with their knowledge,
 * none when nothing uses them, null when the save is called off. `removed` were taken out, `broken` are still there without a column.
 */
export async function confirmLost(
  id: string,
  removed: readonly string[],
  broken: readonly { field: string }[],
  nameOf: (field: string) => string,
): Promise<string[] | null> {
  const lost = new Set([...removed, ...broken.map(({ field }) => field)]);
  if (lost.size === 0) return [];
  const uses = await api.dataSet.impact({ params: { id } }, { quiet: true });
  const hit = uses.filter(({ fields }) => fields.some((field) => lost.has(field)));
  if (hit.length === 0) return [];
  const used = [...lost].filter((field) => hit.some(({ fields }) => fields.includes(field)));
  const isSure = await confirmDialog({
    title: `${hit.length} 项正在使用将失效的字段`,
    danger: true,
    okText: '仍要保存',
    cancelText: '返回修改',
    content: (
      <div className="set-lost">
        <p>字段 {used.map(nameOf).join('、')} 保存后不存在，以下内容将无法查询数据：</p>
        <ul>
          {hit.slice(0, MAX).map(({ type, id: useId, name, ownerName, fields }) => (
            <li key={useId}>
              <b>
                {KINDS[type]}“{name}”
              </b>
              <span className="muted">
                {fields
                  .filter((field) => lost.has(field))
                  .map(nameOf)
                  .join('、')}
                {ownerName && ` · ${ownerName}`}
              </span>
            </li>
          ))}
        </ul>
        {hit.length > MAX && <p className="muted">另有 {hit.length - MAX} 项</p>}
        <p className="muted">返回后可用“对应新字段”让它们改用新的字段。</p>
      </div>
    ),
  });
  return isSure ? [...lost] : null;
}
