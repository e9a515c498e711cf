import * as z from 'zod';
import { Id, Time, Version } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { DocKind } from './item.ts';

/** How often a window that is looked at says that it is there, and one that is not, whose timers browsers slow down to a minute. */
export const EDITOR_BEAT_MS = { seen: 5_000, hidden: 45_000 } as const;

const builds = perm('visual:chart:build', 'visual:board:build', 'visual:screen:build');
const params = z.object({ kind: DocKind, id: Id });
/** made by the window for as long as it has the document open */
const windowKey = z
  .string()
  .regex(/^[0-9a-z]{8,32}$/, '窗口标识不正确')
  .meta({ title: '窗口标识' });

/** Somebody who has the document open. */
export const OtherEditor = z.object({
  id: Id,
  name: z.string(),
  deptName: z.string().nullable(),
  /** the caller, in another window */
  isYou: z.boolean(),
  /** no window of theirs is being looked at */
  isAway: z.boolean(),
});
export type OtherEditor = z.output<typeof OtherEditor>;

const base = '/data/visual/editors/:kind/:id';
/** Who has a chart, board or screen open for editing. */
export const editorCalls = defineContract({
  /** a window says that it is there, and hears who else is; nothing of the document changes, so nothing is logged */
  here: route.post(base, {
    summary: '正在编辑的人',
    access: builds,
    params,
    /** `version`: the one that the window works on */
    body: z.object({ windowKey, isHidden: z.boolean().meta({ title: '窗口不在前台' }), version: Version }),
    reply: z.object({
      editors: z.array(OtherEditor),
      /** the document as it is stored, when that is newer than what the window works on, and who made it so */
      newer: z.object({ version: z.number().int(), by: z.string().nullable(), isOwn: z.boolean(), time: Time }).nullable(),
    }),
    isPassive: true,
  }),
  leave: route.post(`${base}/leave`, {
    summary: '结束编辑',
    access: builds,
    params,
    body: z.object({ windowKey }),
    reply: z.null(),
    isPassive: true,
  }),
});
