import { wallClock, wallDay } from '#kit/core/text/wall-clock.ts';
import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { workbook, type Sheet } from '#kit/server/excel/writer.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import { STATE_LABELS, type PersonState } from '../../contract/task.ts';
import { everybody, progress } from './progress.ts';

const time = (value: Date | null): string | null => (value === null ? null : wallClock(value).slice(0, 16));
const columns = (...titles: string[]) => titles.map((title) => ({ title, width: Math.max(12, title.length * 2 + 4) }));
const states = Object.keys(STATE_LABELS) as PersonState[];

/** The progress of a round as a workbook: its departments, and everybody with how they stand. */
export async function exportProgress(ctx: Ctx, id: string, roundId: string | undefined): Promise<StreamReply> {
  const shown = await progress(ctx, id, roundId);
  const people = await everybody(ctx, id, roundId);
  const departments: Sheet = {
    name: '按部门',
    columns: columns('部门', '负责人', '应填', ...states.map((state) => STATE_LABELS[state]), '最近提交'),
    rows: shown.departments.map((one) => [
      one.deptName ?? '未分配部门',
      one.leaderName,
      one.total,
      ...states.map((state) => one[state]),
      time(one.lastTime),
    ]),
  };
  const list: Sheet = {
    name: '名单',
    columns: columns('姓名', '账号', '部门', '状态', '份数', '首次提交', '最近提交', '有草稿', '催办次数'),
    rows: people.map((one) => [
      one.nickname,
      one.username,
      one.deptName ?? '未分配部门',
      STATE_LABELS[one.state],
      one.recordCount,
      time(one.firstTime),
      time(one.lastTime),
      one.hasDraft ? '是' : '否',
      one.urgeCount,
    ]),
  };
  const round = shown.round ? `_第${shown.round.roundNo}期` : '';
  ctx.audit.note(`导出“${shown.taskName}”填报进度：${people.length} 人`);
  return {
    body: Readable.from(workbook([departments, list])),
    type: XLSX_TYPE,
    fileName: `${shown.taskName}进度${round}_${wallDay(ctx.now)}.xlsx`,
    headers: { 'cache-control': 'no-store' },
  };
}
