import type { App, Db } from '#kit/server/ctx.ts';
import { TOP_PARENT } from '../../contract/practicing-type.ts';

interface TypeSeed {
  code: string;
  name: string;
  dept?: string;
  years?: number;
  hours?: number;
  specialties?: readonly string[];
}
const HOUSING = '住建';
const BUILDER_1 = ['建筑', '公路', '铁路', '民航机场', '港口与航道', '水利水电', '矿业', '市政公用', '通信与广电', '机电'];
const BUILDER_2 = ['建筑', '公路', '水利水电', '市政公用', '矿业', '机电'];
const COST = ['土木建筑', '安装', '交通运输', '水利'];
const SUPERVISION = ['土木建筑', '交通运输', '水利'];
const civil = (code: string, specialty: string): TypeSeed => ({
  code,
  name: `注册土木工程师（${specialty}）`,
  dept: HOUSING,
  years: 3,
  hours: 120,
});
const utility = (code: string, specialty: string): TypeSeed => ({
  code,
  name: `注册公用设备工程师（${specialty}）`,
  dept: HOUSING,
  years: 3,
  hours: 120,
});
const electric = (code: string, specialty: string): TypeSeed => ({
  code,
  name: `注册电气工程师（${specialty}）`,
  dept: HOUSING,
  years: 3,
  hours: 120,
});

/**
 * The kinds of registrations in construction. Codes from 1001 to 2000 are those of the national supervision platform (全国建筑市场监管公共服务
 * 平台); two-digit codes of the upper level and the codes from 21 on are our own, people may change them.
 */
const TREE: readonly (readonly [code: string, name: string, children: readonly TypeSeed[]])[] = [
  [
    '10',
    '注册建筑师',
    [
      { code: '1001', name: '一级注册建筑师', dept: HOUSING, years: 2, hours: 80 },
      { code: '1002', name: '二级注册建筑师', dept: HOUSING, years: 2, hours: 80 },
    ],
  ],
  [
    '11',
    '注册结构工程师',
    [
      { code: '1101', name: '一级注册结构工程师', dept: HOUSING, years: 3, hours: 120 },
      { code: '1102', name: '二级注册结构工程师', dept: HOUSING, years: 3, hours: 120 },
    ],
  ],
  ['12', '注册土木工程师', [civil('1210', '岩土'), civil('1220', '港口与航道'), civil('1230', '水利水电'), civil('1240', '道路')]],
  ['13', '注册公用设备工程师', [utility('1310', '暖通空调'), utility('1320', '给水排水'), utility('1330', '动力')]],
  ['14', '注册电气工程师', [electric('1410', '发输变电'), electric('1420', '供配电')]],
  [
    '15',
    '注册建造师',
    [
      { code: '1511', name: '一级注册建造师', dept: HOUSING, years: 3, hours: 120, specialties: BUILDER_1 },
      { code: '1512', name: '二级注册建造师', dept: HOUSING, years: 3, hours: 120, specialties: BUILDER_2 },
    ],
  ],
  [
    '16',
    '注册造价工程师',
    [
      { code: '1600', name: '一级注册造价工程师', dept: HOUSING, years: 4, hours: 120, specialties: COST },
      { code: '1601', name: '二级注册造价工程师', dept: HOUSING, years: 4, hours: 120, specialties: COST },
    ],
  ],
  ['17', '注册监理工程师', [{ code: '1700', name: '注册监理工程师', dept: HOUSING, years: 3, hours: 96, specialties: SUPERVISION }]],
  ['18', '注册城乡规划师', [{ code: '1800', name: '注册城乡规划师', dept: '自然资源', years: 3 }]],
  ['19', '注册化工工程师', [{ code: '1900', name: '注册化工工程师', dept: HOUSING, years: 3, hours: 120 }]],
  ['20', '房地产估价师', [{ code: '2000', name: '房地产估价师', dept: HOUSING, years: 3, hours: 120 }]],
  [
    '21',
    '其他',
    [
      { code: '2101', name: '咨询工程师（投资）', dept: '发改', years: 3 },
      { code: '2102', name: '注册测绘师', dept: '自然资源', years: 3 },
      { code: '2103', name: '注册安全工程师', dept: '应急', years: 5 },
      { code: '2104', name: '一级注册消防工程师', dept: '应急', years: 3 },
      { code: '2105', name: '二级注册消防工程师', dept: '应急', years: 3 },
      { code: '2106', name: '注册环保工程师', dept: HOUSING, years: 3 },
      { code: '2107', name: '设备监理师' },
      { code: '2108', name: '招标师' },
      { code: '2109', name: '信息系统项目管理师' },
    ],
  ],
];
const STEP = 10;

/** Fills an empty table with the tree; once people have types, deleted ones included, it does nothing. */
export async function seedPracticingTypes(app: App, db: Db): Promise<void> {
  if (await db.selectFrom('prjPracticingType').select('id').limit(1).executeTakeFirst()) return;
  const rows = TREE.flatMap(([code, name, children], index) => {
    const id = app.ids.next();
    const top = { id, parentId: TOP_PARENT, typeCode: code, typeName: name, typeLevel: '1' as const, sort: (index + 1) * STEP };
    return [
      top,
      ...children.map((child, place) => ({
        id: app.ids.next(),
        parentId: id,
        typeCode: child.code,
        typeName: child.name,
        typeLevel: '2' as const,
        hasSpecialty: child.specialties ? ('1' as const) : ('0' as const),
        specialties: [...(child.specialties ?? [])],
        regDept: child.dept ?? null,
        validYears: child.years ?? null,
        eduHours: child.hours ?? null,
        sort: (place + 1) * STEP,
      })),
    ];
  });
  // two statements, because the rows of one have the same columns
  await db
    .insertInto('prjPracticingType')
    .values(rows.filter((row) => row.typeLevel === '1'))
    .execute();
  await db
    .insertInto('prjPracticingType')
    .values(rows.filter((row) => row.typeLevel === '2'))
    .execute();
}
