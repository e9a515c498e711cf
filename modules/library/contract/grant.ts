import * as z from 'zod';
import { Id, Time, YesNo } from '#kit/contract/fields.ts';
import { proposalFields } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { GrantKind } from './item.ts';

export const SubjectType = z.enum(['role', 'dept', 'user']);
export const GrantLevel = z.enum(['view', 'edit']);
const GRANTS = ['visual:set:grant', 'visual:chart:grant', 'visual:board:grant', 'visual:screen:grant'] as const;
const params = z.object({ kind: GrantKind, id: Id });
const Line = z.object({ subjectType: SubjectType, subjectId: Id, level: GrantLevel });

/** Rights on one item, besides those that the data scope gives. */
export const grantCalls = defineContract({
  read: route.get('/data/visual/grants/:kind/:id', {
    summary: '可视化对象授权',
    access: perm(...GRANTS),
    params,
    reply: z.object({
      isShared: YesNo,
      ownerName: z.string().nullable(),
      /** approval of the sharing that somebody asked for */
      ...proposalFields,
      grants: z.array(Line.extend({ subjectName: z.string(), detail: z.string().nullable() })),
      /** people whose requests were agreed to, until their day; taken back where they asked */
      requested: z.array(z.object({ subjectId: Id, subjectName: z.string(), endTime: Time.nullable() })),
    }),
  }),
  write: route.put('/data/visual/grants/:kind/:id', {
    summary: '设置可视化对象授权',
    access: perm(...GRANTS),
    params,
    body: z.object({ isShared: YesNo, grants: z.array(Line).max(200, '最多授权给200个对象') }),
    /** `flow`: the sharing waits for its approval; everything else is stored */
    reply: z.object(proposalFields),
    audit: '设置可视化对象授权',
  }),
  /** whom rights may be given to */
  subjects: route.get('/data/visual/grants/subjects', {
    summary: '可授权的角色、部门和人员',
    access: perm(...GRANTS),
    query: z.object({ subjectType: SubjectType, keyword: z.string().max(64).optional() }),
    reply: z.array(z.object({ id: Id, name: z.string(), detail: z.string().nullable() })),
  }),
});
