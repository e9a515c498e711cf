import { confirmDialog } from '#kit/web/dialog.tsx';
import { api } from '../api.ts';

const MOST = 10;
const KINDS = { chart: '图表', board: '看板', screen: '大屏' } as const;

/**
 * Asks whether a set is saved although charts, boards or screens use fields that it loses; true when none does. `removed` were taken out,
 * `broken` are still there without a column.
 */
export async function confirmLost(id: string, removed: readonly string[], broken: readonly { field: string }[]): Promise<boolean> {
  const lost = new Set([...removed, ...broken.map(({ field }) => field)]);
  if (lost.size === 0) return true;
  const uses = await api.dataSet.impact({ params: { id } }, { quiet: true });
  const hit = uses.filter(({ fields }) => fields.some((field) => lost.has(field)));
  if (hit.length === 0) return true;
  const names = hit.slice(0, MOST).map(({ type, name }) => `${KINDS[type]}「${name}」`);
  return confirmDialog({
    danger: true,
    content: `字段 ${[...lost].join('、')} 已不存在，以下 ${hit.length} 项正在使用：${names.join('、')}${hit.length > MOST ? '等' : ''}。直接保存后它们将无法取数；可取消后用“对应新字段”让它们改用新的字段。仍要保存吗？`,
  });
}
