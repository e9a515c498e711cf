import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { QualificationImport, type QualificationSearch } from '../../contract/practicing-qualification.ts';
import { branchByName } from '../branches.ts';
import { editableOf, exportBatch, present } from './queries.ts';
import { createQualification } from './writes.ts';

const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);

/** The type that a person wrote down: its code, or its name if only one of the lower level has it. */
async function typeIdOf(ctx: Ctx, text: string): Promise<string> {
  const rows = await ctx.db
    .selectFrom('prjPracticingType')
    .select(['id', 'typeCode'])
    .where('typeLevel', '=', '2')
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('typeCode', '=', text), e('typeName', '=', text)]))
    .limit(3)
    .execute();
  const found = rows.find((row) => row.typeCode === text) ?? (rows.length === 1 ? rows[0] : undefined);
  if (!found)
    throw wrong(
      'typeCode',
      rows.length === 0 ? `没有执业类型“${text}”，请填写类型编码或名称` : `有多个执业类型名为“${text}”，请填写类型编码`,
    );
  return found.id;
}

async function deptIdOf(ctx: Ctx, deptNo: string | null): Promise<string | null> {
  if (deptNo === null) return null;
  const dept = await ctx.db
    .selectFrom('sysDept')
    .select('id')
    .where('deptNo', '=', deptNo)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!dept) throw wrong('deptNo', `没有编码为“${deptNo}”的部门`);
  return dept.id;
}

export const qualificationExcel = excelHandlers({
  label: '执业资质',
  columns: [
    { field: 'personName', title: '姓名', required: true, example: '张伟' },
    { field: 'employeeNo', title: '工号', example: 'YG00001' },
    { field: 'idCardNo', title: '身份证号', width: 22, example: '320100199001011234' },
    { field: 'gender', title: '性别', dict: 'sys_user_sex' },
    { field: 'birthday', title: '出生日期', kind: 'day' },
    { field: 'phone', title: '手机号码', width: 16, example: '13812340001' },
    { field: 'education', title: '学历', dict: 'prj_education' },
    { field: 'major', title: '所学专业', example: '土木工程' },
    { field: 'titleLevel', title: '职称等级', dict: 'prj_title_level' },
    { field: 'branchName', title: '所属分公司', required: true, width: 20 },
    { field: 'deptNo', title: '部门编码', only: 'import' },
    { field: 'deptName', title: '部门', only: 'export', width: 20 },
    { field: 'topTypeName', title: '执业类别', only: 'export', width: 20 },
    { field: 'typeCode', title: '执业类型', required: true, only: 'import', width: 24, example: '1511' },
    { field: 'typeName', title: '执业类型', only: 'export', width: 24 },
    { field: 'specialty', title: '注册专业', example: '建筑' },
    { field: 'certName', title: '证书名称', width: 24 },
    { field: 'certNo', title: '资格证书编号', required: true, width: 22 },
    { field: 'registerNo', title: '注册证号', width: 20 },
    { field: 'sealNo', title: '执业印章号', width: 18 },
    { field: 'issueOrg', title: '发证机关', width: 22 },
    { field: 'issueDate', title: '发证日期', kind: 'day' },
    { field: 'registerUnit', title: '注册单位', required: true, width: 26 },
    { field: 'isUnified', title: '人证合一', dict: 'sys_yes_no', only: 'export' },
    { field: 'registerDate', title: '注册日期', kind: 'day' },
    { field: 'validFrom', title: '有效期起', kind: 'day' },
    { field: 'validTo', title: '有效期至', kind: 'day', required: true },
    { field: 'registerStatus', title: '注册状态', dict: 'prj_register_status', required: true },
    { field: 'certStatus', title: '证书状态', dict: 'prj_cert_status', only: 'export' },
    { field: 'eduHoursDone', title: '已修学时', kind: 'number' },
    { field: 'occupied', title: '项目锁定', dict: 'sys_yes_no', only: 'export' },
    { field: 'occupiedProjectName', title: '锁定项目', only: 'export', width: 26 },
    { field: 'remark', title: '备注', width: 30 },
    { field: 'confirmSimilar', title: '确认重复', dict: 'sys_yes_no', only: 'import', example: '否' },
    { field: 'createTime', title: '创建时间', kind: 'time', only: 'export', width: 20 },
  ],
  input: QualificationImport,
  readDict: dictItems,
  rows: (ctx: Ctx, query: QualificationSearch & { ids?: string[] | null }) => {
    return inBatches(async (after, limit) => {
      const rows = await exportBatch(ctx, query, after, limit);
      const ids = rows.map((row) => row.id);
      return present(ctx, rows, await editableOf(ctx, ids));
    });
  },
  async create(ctx, row: z.output<typeof QualificationImport>) {
    const { branchName, deptNo, typeCode, confirmSimilar, ...values } = row;
    const place = { branchId: await branchByName(ctx.db, branchName), deptId: await deptIdOf(ctx, deptNo) };
    const typeId = await typeIdOf(ctx, typeCode);
    try {
      await createQualification(ctx, {
        ...values,
        ...place,
        typeId,
        userId: null,
        attachments: null,
        sort: 0,
        confirmSimilar: confirmSimilar === '1',
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.key !== 'record.similar') throw error;
      // a file has no dialog: the column is how a person says to go on
      throw new AppError('record.similar', `${error.message}；确认不是同一条时，请在“确认重复”列填写“是”`, [
        { path: 'confirmSimilar', message: error.message },
      ]);
    }
  },
});
