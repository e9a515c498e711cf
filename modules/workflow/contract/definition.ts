import * as z from 'zod';
import { Id, PageQuery, Time, pageReply } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import { ModelKind } from './model.ts';

/** 1 激活, 2 挂起. */
export const Suspension = z.enum(['1', '2']);
export const Definition = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  versionNo: z.number().int(),
  categoryId: z.string().nullable(),
  kind: ModelKind,
  suspensionState: Suspension,
  createBy: z.string().nullable(),
  createTime: Time,
});
const params = z.object({ id: Id });
const NodeChoice = z.object({ id: z.string(), name: z.string(), kind: z.string() });
/** An instance that cannot go to the new version, and why. */
export const MigrationFault = z.object({
  processInstanceId: Id,
  title: z.string(),
  node: z.string(),
  nodeName: z.string(),
  message: z.string(),
});

/** 流程定义: published versions. */
export const definition = defineContract({
  page: route.get('/workflow/definitions/page', {
    summary: '流程定义分页',
    access: perm('workflow:definition:list'),
    query: PageQuery.extend({
      key: z.string().max(50).optional(),
      name: z.string().max(50).optional(),
      categoryId: Id.optional(),
      suspensionState: Suspension.optional(),
    }),
    reply: pageReply(Definition),
  }),
  importFile: route.post('/workflow/definitions/import/file', {
    summary: '导入流程定义',
    access: perm('workflow:definition:import'),
    accepts: 'multipart',
    bodyLimit: 2_000_000,
    reply: z.object({ definitionId: Id, key: z.string(), versionNo: z.number().int() }),
    audit: '导入流程定义',
  }),
  text: route.get('/workflow/definitions/:id/text', {
    summary: '流程定义内容',
    access: perm('workflow:definition:list', 'workflow:model:list'),
    params,
    reply: Definition.pick({ id: true, key: true, name: true, versionNo: true }).extend({ bpmnXml: z.string() }),
  }),
  versions: route.get('/workflow/definitions/:key/versions', {
    summary: '流程定义的版本',
    access: perm('workflow:definition:list', 'workflow:model:list'),
    params: z.object({ key: z.string().max(50) }),
    reply: z.array(
      Definition.pick({ id: true, versionNo: true, name: true, suspensionState: true, createTime: true }).extend({
        authorName: z.string().nullable(),
      }),
    ),
  }),
  resource: route.get('/workflow/definitions/:id/resource', {
    summary: '流程定义 BPMN 文件',
    access: perm('workflow:definition:resource', 'workflow:definition:list'),
    params,
    replies: 'stream',
    reply: bytes,
  }),
  activate: route.put('/workflow/definitions/activate/:id', {
    summary: '激活流程定义',
    access: perm('workflow:definition:activate'),
    params,
    reply: z.null(),
    audit: '激活流程定义',
  }),
  suspend: route.put('/workflow/definitions/suspend/:id', {
    summary: '挂起流程定义',
    access: perm('workflow:definition:suspend'),
    params,
    reply: z.null(),
    audit: '挂起流程定义',
  }),
  migrate: route.post('/workflow/definitions/:id/migrate', {
    summary: '版本迁移',
    access: perm('workflow:definition:migrate'),
    params,
    body: z.object({
      /** node where instances stand → node of this version; nodes that are not named stay the same */
      mapping: z.record(z.string().max(200), z.string().max(200)).default({}).meta({ title: '节点对应关系' }),
      /** these instances only; all running ones of earlier versions unless given */
      instanceIds: z.array(Id).max(1_000).nullish().meta({ title: '流程实例编号列表' }),
      /** answers what would happen and changes nothing */
      dryRun: z.boolean().default(false).meta({ title: '只预览' }),
    }),
    reply: z.object({
      /** running instances of other versions, and how many of them are in this version now */
      total: z.number().int(),
      migrated: z.number().int(),
      /** nodes where they stand, with the node of this version that stands for each */
      nodes: z.array(NodeChoice.extend({ count: z.number().int(), to: z.string().nullable(), choices: z.array(NodeChoice) })),
      faults: z.array(MigrationFault),
    }),
    audit: '版本迁移',
    timeoutMs: 60_000,
  }),
  remove: route.delete('/workflow/definitions/delete/:id', {
    summary: '删除流程定义',
    access: perm('workflow:definition:remove'),
    params,
    reply: z.null(),
    audit: '删除流程定义',
  }),
});
