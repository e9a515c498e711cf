import { normalName } from '#modules/projects/core/index.ts';
import { awards } from '../warehouse/archive.ts';
import { isoDay, type Period } from '../warehouse/calendar.ts';
import { COMPANY } from '../warehouse/organisation.ts';
import type { Project } from '../warehouse/delivery.ts';
import { random, type Random } from '../warehouse/random.ts';
import type { RecordSeed } from './index.ts';

const PER_INSERT = 100;
const DAY_MS = 86_400_000;

/** business of the contract → 承担业务; 招标代理 is part of the consulting of the whole process */
const BUSINESS: Readonly<Record<string, string>> = { KC: '1', SJ: '2', JL: '3', ZJ: '4', ZB: '5', QG: '5', EPC: '6', JC: '8' };
/** investment as a multiple of our contract */
const INVEST: Readonly<Record<string, readonly [number, number]>> = { EPC: [1.05, 1.3], QG: [18, 40], SJ: [25, 45], JL: [40, 80] };
const GRADES: Readonly<Record<string, string>> = { 金奖: '2', 一等奖: '3', 二等奖: '4', 三等奖: '5', 提名奖: '6' };
const ORGS: Readonly<Record<string, string>> = {
  中国建设工程鲁班奖: '中国建筑业协会',
  国家优质工程奖: '中国施工企业管理协会',
  全国优秀勘察设计奖: '中国勘察设计协会',
  扬子杯: '江苏省住房和城乡建设厅',
  泰山杯: '山东省建筑业协会',
  天府杯: '四川省建筑业协会',
  钱江杯: '浙江省建筑业行业协会',
  白玉兰奖: '上海市建筑施工行业协会',
  省优秀勘察设计奖: '省勘察设计协会',
  金陵杯: '南京市城乡建设委员会',
  市优质结构工程: '市建设工程质量协会',
  行业优秀咨询成果奖: '中国工程咨询协会',
  集团优秀项目奖: COMPANY,
};
const SUPERVISOR = '衡远建设监理有限公司';
const SURVEYOR = '衡远勘测技术有限公司';
const MUNICIPALITIES = ['110000', '120000', '310000', '500000'];

/** A municipality is its own city on the platform. */
export const cityOf = (city: { code: string; parent: string | null }): string =>
  city.parent !== null && MUNICIPALITIES.includes(city.parent) ? city.parent : city.code;

const wan = (yuan: number): string => (yuan / 10_000).toFixed(2);

function scaleOf(type: string, draw: Random): string {
  if (type === '3') return `线路全长 ${draw.int(6, 68)} 公里`;
  if (type === '4') return `线路全长 ${draw.int(8, 36)} 公里，车站 ${draw.int(6, 26)} 座`;
  if (type === '6') return `装机容量 ${draw.int(50, 600)} 兆瓦`;
  if (type === '5') return `治理河道 ${draw.int(4, 42)} 公里`;
  if (type === '8') return `绿化面积 ${draw.int(3, 60)} 公顷`;
  return `建筑面积 ${draw.int(18, 320) / 10} 万平方米`;
}

/** The days of the steps of a project: from planning, before it was finished, to the present stage. */
function stepsOf(stage: string, finish: number, last: number, period: Period): { stage: string; day: number }[] {
  const stages = stage === '6' ? ['1', '2', '3', '4', '6'] : ['1', '2', '3', '4', '5'].slice(0, Number(stage));
  const first = finish - 120;
  const end = Math.max(Math.min(last, period.last), first + stages.length);
  return stages.map((one, at) => ({
    stage: one,
    day: stages.length === 1 ? first : first + Math.round(((end - first) * at) / (stages.length - 1)),
  }));
}

/** The two other companies of the group, where they are not ourselves, and builders of the city. */
function partiesOf(project: Project, business: string, draw: Random) {
  const { short } = project.contract.city;
  return {
    ownerUnit: project.contract.customer.name,
    surveyUnit: business === '1' ? SURVEYOR : `${short}${draw.pick(['岩土工程勘察院', '勘测设计研究院'])}有限公司`,
    designUnit: business === '2' || business === '6' ? COMPANY : `${short}${draw.pick(['建筑设计研究院', '市政设计院'])}有限公司`,
    buildUnit: business === '6' ? COMPANY : `${short}${draw.pick(['建工', '城建', '第一建筑'])}集团有限公司`,
    supervisionUnit: business === '3' ? SUPERVISOR : `${short}${draw.pick(['建科', '工程', '宏信'])}监理有限公司`,
  };
}

/** 质量项目: exactly the projects on their way to an award in the warehouse, with the way they went. */
export async function seedQualityProjects({ app, db, world, places }: RecordSeed): Promise<void> {
  if (await db.selectFrom('prjQualityProject').select('id').limit(1).executeTakeFirst()) return;
  const { period } = world;
  const draw = random('quality records');
  const projects = new Map(world.projects.map((project) => [project.id, project]));
  const stamp = (day: number) => new Date(Math.min(Date.parse(`${isoDay(day)}T10:20:00+08:00`), app.now().getTime() - DAY_MS));
  const rows = awards(world.projects, period).flatMap((award) => {
    const project = projects.get(String(award['project_id']));
    const place = project && places.of(String(award['org_id']));
    if (!project || !place || project.actualEnd === null) return [];
    const { contract } = project;
    const business = BUSINESS[contract.business.code] ?? '5';
    const stage = String(award['stage']) as '1' | '2' | '3' | '4' | '5' | '6';
    const hasWon = stage === '5';
    const start = project.actualStart ?? contract.start;
    const awardDay = typeof award['award_date'] === 'string' ? Date.parse(award['award_date']) / DAY_MS : null;
    const accept = Math.max(project.actualEnd, Math.min(project.actualEnd + draw.int(10, 50), period.last));
    const colleagues = world.staff.filter((one) => one.orgId === contract.org.id && one.leave === null && one.series !== '5');
    const [techLeader, ...members] = draw.sample(colleagues, draw.int(4, 6));
    const [least, most] = INVEST[contract.business.code] ?? [30, 70];
    const steps = stepsOf(stage, project.actualEnd, awardDay ?? project.actualEnd + draw.int(60, 400), period);
    const entered = stamp(steps[0]?.day ?? start);
    const awardName = String(award['award_name']);
    const { branchName: _branchName, ...where } = place;
    return [
      {
        steps,
        entered,
        values: {
          ...where,
          ...partiesOf(project, business, draw),
          projectName: String(award['project_name']),
          normalName: normalName(String(award['project_name'])),
          projectCode: String(award['award_id']),
          projectType: contract.projectType as '1',
          businessType: business as '1',
          provinceCode: contract.city.parent ?? contract.city.code,
          cityCode: cityOf(contract.city),
          address: `${contract.city.short}${draw.pick(['高新区', '经开区', '新城', '老城区', '滨江新区'])}`,
          lng: project.lng,
          lat: project.lat,
          contractAmount: wan(contract.amount),
          investAmount: wan(contract.amount * draw.between(least, most)),
          scale: scaleOf(contract.projectType, draw),
          startDate: isoDay(start),
          planFinishDate: isoDay(Math.max(start, contract.end)),
          finishDate: isoDay(project.actualEnd),
          acceptDate: isoDay(accept),
          acceptGrade: draw.chance(0.4) ? '2' : '1',
          awardName,
          awardLevel: String(award['award_level']) as '1',
          awardGrade: hasWon ? (GRADES[String(award['award_grade'])] ?? null) : null,
          awardOrg: ORGS[awardName] ?? null,
          awardDate: awardDay === null ? null : isoDay(awardDay),
          awardCertNo: hasWon ? `HJ${isoDay(awardDay ?? period.last).slice(0, 4)}-${String(award['award_id']).slice(2)}` : null,
          role: String(award['role']),
          stage,
          projectManager: contract.manager.name,
          techLeader: techLeader?.name ?? null,
          members: [...new Set(members.map((one) => one.name))],
          createBy: places.makerId,
          createTime: entered,
          updateBy: places.makerId,
          updateTime: stamp(steps.at(-1)?.day ?? start),
          createDept: where.deptId,
        },
      },
    ];
  });
  // ids grow with time, as if the rows had been entered one after another
  rows.sort((a, b) => a.entered.getTime() - b.entered.getTime());
  const made = rows.map((row) => ({ ...row, id: app.ids.next() }));
  for (let at = 0; at < made.length; at += PER_INSERT) {
    const part = made.slice(at, at + PER_INSERT);
    await db
      .insertInto('prjQualityProject')
      .values(part.map(({ id, values }) => ({ id, ...values })))
      .execute();
    const track = part.flatMap(({ id, steps }) =>
      steps.map((step, index) => ({
        id: app.ids.next(),
        projectId: id,
        fromStage: steps[index - 1]?.stage ?? null,
        stage: step.stage as '1',
        createBy: places.makerId,
        createTime: stamp(step.day),
      })),
    );
    await db.insertInto('prjQualityProjectStage').values(track).execute();
  }
}
