import { addDays, dayAt, daysLeft, normalName, isPatent } from '#modules/projects/core/index.ts';
import { properties } from '../warehouse/archive.ts';
import { COMPANY, ORGS } from '../warehouse/organisation.ts';
import { random } from '../warehouse/random.ts';
import type { RecordSeed } from './index.ts';

const PER_INSERT = 200;
const DAY_MS = 86_400_000;
/** a fee is late for at most so many days before somebody pays it */
const LATE_DAYS = 20;
/** days from today on which the first fees fall due */
const SOON = [5, 21];

/** Subject in the name → technical field and class of the International Patent Classification. */
const FIELDS: readonly (readonly [word: string, field: string, ipc: string])[] = [
  ['基坑', '岩土工程', 'E02D 17/04'],
  ['装配式', '建筑工业化', 'E04B 1/61'],
  ['桥梁', '桥梁工程', 'G01M 99/00'],
  ['BIM', '数字化', 'G06F 30/13'],
  ['岩土', '岩土工程', 'E02D 1/00'],
  ['绿色建筑', '绿色建筑', 'G06Q 50/06'],
  ['管廊', '市政工程', 'E02D 29/045'],
  ['造价', '数字化', 'G06Q 10/06'],
  ['监理', '数字化', 'G06Q 50/08'],
  ['边坡', '岩土工程', 'E02D 17/20'],
  ['海绵', '市政工程', 'E03F 5/10'],
  ['隧道', '隧道工程', 'E21F 17/18'],
  ['钢结构', '检测技术', 'G01N 29/04'],
  ['无人机', '测绘', 'G01C 11/00'],
  ['裂缝', '检测技术', 'G06T 7/00'],
];
/** 年费 in yuan by year of the patent, without reduction (CNIPA notice 75): inventions, and utility models and designs. */
const FEES: Readonly<Record<string, readonly (readonly [until: number, yuan: number])[]>> = {
  '1': [
    [3, 900],
    [6, 1200],
    [9, 2000],
    [12, 4000],
    [15, 6000],
    [20, 8000],
  ],
  other: [
    [3, 600],
    [5, 900],
    [8, 1200],
    [15, 2000],
  ],
};

/** The next annual fee falls due on the anniversary of the application; one of two people pays a little late. */
function nextFee(type: string, applyDate: string, today: string, isLate: boolean): { annualFeeDue: string; annualFee: string } {
  const from = isLate ? addDays(today, -LATE_DAYS) : today;
  const [year, rest] = [Number(applyDate.slice(0, 4)), applyDate.slice(4).replace('-02-29', '-02-28')];
  let at = Number(from.slice(0, 4));
  if (daysLeft(`${at}${rest}`, from) < 0) at++;
  const table = FEES[type] ?? FEES['other'] ?? [];
  const age = at - year + 1;
  const fee = table.find(([until]) => age <= until)?.[1] ?? table.at(-1)?.[1] ?? 0;
  return { annualFeeDue: `${at}${rest}`, annualFee: fee.toFixed(2) };
}

/** 知识产权: exactly the properties of the warehouse, some of them made on a quality project. */
export async function seedIntellectualProperty({ app, db, world, places }: RecordSeed): Promise<void> {
  if (await db.selectFrom('prjIntellectualProperty').select('id').limit(1).executeTakeFirst()) return;
  const draw = random('property records');
  let fees = 0;
  const now = app.now();
  const today = dayAt(now);
  const projects = await db.selectFrom('prjQualityProject').select(['id', 'deptId']).where('deletedAt', 'is', null).orderBy('id').execute();
  const rows = properties(world.staff, world.period).flatMap((row) => {
    const place = places.of(String(row['org_id']));
    if (!place) return [];
    const type = String(row['ip_type']);
    const name = String(row['ip_name']);
    const status = String(row['legal_status']);
    const applyDate = String(row['apply_date']);
    const grantDate = row['grant_date'] as string | null;
    const isInForce = status === '4';
    const [, field, ipcClass] = FIELDS.find(([word]) => name.includes(word)) ?? [];
    const org = ORGS.find((each) => each.id === row['org_id']);
    const owner = org?.type === '4' ? org.name : COMPANY;
    const near = projects.filter((project) => project.deptId === place.deptId);
    const project = near.length > 0 && draw.chance(0.25) ? draw.pick(near).id : null;
    const isLate = draw.chance(0.5);
    const fee = isInForce && isPatent(type) ? nextFee(type, applyDate, today, isLate) : null;
    // whatever the day of the seeding, something is due within 7 and within 30 days
    const soon = fee === null ? undefined : SOON[fees++];
    const earns = isInForce && Number(type) <= 4 && draw.chance(0.18);
    const entered = new Date(Math.min(Date.parse(`${grantDate ?? applyDate}T14:30:00+08:00`) + 12 * DAY_MS, now.getTime() - DAY_MS));
    const { branchName: _branchName, ...where } = place;
    return [
      {
        entered,
        values: {
          ...where,
          ipName: name,
          normalName: normalName(name),
          ipType: type as '1',
          ipLevel: row['ip_level'] as string | null,
          applyNo: String(row['apply_no']),
          applyDate,
          grantNo: row['grant_no'] as string | null,
          grantDate,
          certNo: isInForce && isPatent(type) ? `证书第${String(row['ip_id']).slice(2)}号` : null,
          owner,
          coOwners: owner !== COMPANY && draw.chance(0.3) ? COMPANY : null,
          inventors: [...new Set(String(row['inventor']).split('、'))],
          legalStatus: status as '4',
          expireDate: row['expire_date'] as string | null,
          annualFeeDue: soon === undefined ? (fee?.annualFeeDue ?? null) : addDays(today, soon),
          annualFee: fee?.annualFee ?? null,
          ipcClass: Number(type) <= 2 ? (ipcClass ?? null) : null,
          field: field ?? null,
          projectId: project,
          transformAmount: earns ? (draw.int(30, 1800) / 10).toFixed(2) : null,
          rewardAmount: typeof row['reward_amount'] === 'number' ? row['reward_amount'].toFixed(2) : null,
          createBy: places.makerId,
          createTime: entered,
          updateBy: places.makerId,
          updateTime: entered,
          createDept: where.deptId,
        },
      },
    ];
  });
  // ids grow with time, as if the rows had been entered one after another
  rows.sort((a, b) => a.entered.getTime() - b.entered.getTime());
  const made = rows.map(({ values }) => ({ id: app.ids.next(), ...values }));
  for (let at = 0; at < made.length; at += PER_INSERT)
    await db
      .insertInto('prjIntellectualProperty')
      .values(made.slice(at, at + PER_INSERT))
      .execute();
}
