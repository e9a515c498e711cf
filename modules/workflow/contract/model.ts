import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Version, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { Tree } from './tree.ts';

/** simple: drawn in the approval view, bpmn: in the BPMN view. */
export const ModelKind = z.enum(['simple', 'bpmn']);
const key = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,49}$/, '流程标识由字母、数字和 _ . - 组成，以字母或下划线开头');
export const MAX_BPMN = 1_000_000;

export const ModelInput = z.object({
  key,
  name: requiredText(50, '流程名称'),
  categoryId: Id.nullish().transform((id) => id ?? null),
  kind: ModelKind.default('simple'),
  /** of a model of kind simple */
  tree: Tree.nullish(),
  /** of a model of kind bpmn */
  bpmnXml: z.string().max(MAX_BPMN, 'BPMN 文件不能超过1MB').nullish(),
  remark: optionalText(500, '备注'),
});
export const Model = z.object({
  ...rowFields,
  key: z.string(),
  name: z.string(),
  categoryId: z.string().nullable(),
  kind: ModelKind,
  remark: z.string().nullable(),
  /** newest published version, null before the first */
  publishedVersion: z.number().int().nullable(),
});
const Problem = z.object({ node: z.string().nullable(), message: z.string() });
export const ModelSearch = z.object({ key: z.string().max(50).optional(), name: z.string().max(50).optional(), categoryId: Id.optional() });

const ServiceParam = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'area', 'choice', 'variable', 'value']),
  isRequired: z.boolean(),
  hint: z.string().nullable(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
});
const params = z.object({ id: Id });
const crud = crudRoutes('/workflow/models', '流程模型', 'workflow:model', {
  row: Model,
  input: ModelInput,
  search: ModelSearch,
  detail: Model.extend({ tree: z.unknown(), bpmnXml: z.string(), canEdit: z.boolean() }),
});

/** A tree nests each node in the one before it: some hundred are a large process. */
const LARGE = { bodyLimit: 2 * MAX_BPMN, bodyDepth: 600 };

/** 流程模型: drafts of definitions. */
export const model = defineContract({
  ...crud,
  create: { ...crud.create, ...LARGE },
  update: { ...crud.update, ...LARGE },
  services: route.get('/workflow/models/services', {
    summary: '流程可触发的服务',
    access: perm('workflow:model:list'),
    reply: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        description: z.string(),
        asksPeople: z.boolean(),
        /** a node may keep what it answers as a variable */
        answers: z.boolean(),
        params: z.array(ServiceParam),
      }),
    ),
  }),
  validate: route.post('/workflow/models/:id/validate', {
    summary: '校验流程模型',
    access: perm('workflow:model:list'),
    params,
    /** `problems` keep it from being published, `advice` does not */
    reply: z.object({ problems: z.array(Problem), advice: z.array(Problem) }),
  }),
  publish: route.post('/workflow/models/:id/publish', {
    summary: '发布流程模型',
    access: perm('workflow:model:publish'),
    params,
    body: z.object({ version: Version }),
    reply: z.object({ definitionId: Id, versionNo: z.number().int() }),
    audit: '发布流程模型',
  }),
});
