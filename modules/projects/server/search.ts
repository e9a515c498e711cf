import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { SearchHit } from '#kit/server/module.ts';
import { search as searchUnits } from './department/queries.ts';
import { search as searchProperties } from './intellectual-property/queries.ts';
import { searchQualifications } from './practicing/queries.ts';
import { search as searchProjects } from './quality-project/queries.ts';
import { searchSuppliers } from './supplier/queries.ts';

/** Few of each kind, so that people with a common name leave room for the rest. */
const MAX_OF_A_KIND = 4;

interface SearchRow {
  id: string;
  title: string;
  detail: string;
}
interface Kind {
  entity: string;
  label: string;
  find(ctx: Ctx, keyword: string, perms: readonly string[]): Promise<SearchRow[]>;
}

const KINDS: readonly Kind[] = [
  {
    entity: 'practicingQualification',
    label: '执业资质',
    async find(ctx, keyword, perms) {
      const rows = await searchQualifications(ctx, { keyword }, perms)
        .select(['q.id', 'q.personName', 'q.certName', 'q.certNo'])
        .orderBy('q.personName')
        .orderBy('q.id')
        .limit(MAX_OF_A_KIND)
        .execute();
      return rows.map((row) => ({ id: row.id, title: `${row.personName} ${row.certName}`, detail: row.certNo }));
    },
  },
  {
    entity: 'intellectualProperty',
    label: '知识产权',
    async find(ctx, keyword, perms) {
      const rows = await searchProperties(ctx, { keyword }, perms)
        .select(['id', 'ipName', 'grantNo', 'applyNo'])
        .orderBy('ipName')
        .orderBy('id')
        .limit(MAX_OF_A_KIND)
        .execute();
      return rows.map((row) => ({ id: row.id, title: row.ipName, detail: row.grantNo ?? row.applyNo ?? '' }));
    },
  },
  {
    entity: 'qualityProject',
    label: '质量项目',
    async find(ctx, keyword, perms) {
      const rows = await searchProjects(ctx, { keyword }, perms)
        .select(['id', 'projectName', 'projectCode'])
        .orderBy('projectName')
        .orderBy('id')
        .limit(MAX_OF_A_KIND)
        .execute();
      return rows.map((row) => ({ id: row.id, title: row.projectName, detail: row.projectCode }));
    },
  },
  {
    entity: 'department',
    label: '部门档案',
    async find(ctx, keyword, perms) {
      const rows = await searchUnits(ctx, { keyword }, perms)
        .select(['id', 'deptName', 'deptCode'])
        .orderBy('sort')
        .orderBy('id')
        .limit(MAX_OF_A_KIND)
        .execute();
      return rows.map((row) => ({ id: row.id, title: row.deptName, detail: row.deptCode }));
    },
  },
  {
    entity: 'supplier',
    label: '供应商',
    async find(ctx, keyword, perms) {
      const rows = await searchSuppliers(ctx, { keyword }, perms)
        .select(['prjSupplier.id', 'prjSupplier.supplierName', 'prjSupplier.supplierCode'])
        .orderBy('prjSupplier.supplierName')
        .orderBy('prjSupplier.id')
        .limit(MAX_OF_A_KIND)
        .execute();
      return rows.map((row) => ({ id: row.id, title: row.supplierName, detail: row.supplierCode }));
    },
  },
];

/** Records by name, number or person for the ⌘K palette: of the kinds that the account may list and open, within its row rights. */
export async function searchRecords(ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for (const { entity, label, find } of KINDS) {
    const list = `project:${entity}:list`;
    if (!holds(ctx.user, list) || !holds(ctx.user, `project:${entity}:detail`)) continue;
    for (const { id, title, detail } of await find(ctx, keyword, [list]))
      hits.push({ kind: label, title, detail, path: `/project/${entity}?open=detail-${id}` });
  }
  return hits;
}
