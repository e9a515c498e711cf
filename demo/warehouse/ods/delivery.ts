import { isoDay, isoMonth, monthStart } from '../calendar.ts';
import { awards, properties, suppliers } from '../archive.ts';
import { inspect } from '../delivery.ts';
import { planter } from '../defects/planter.ts';
import type { Row } from '../table.ts';
import * as ods from './tables.ts';
import { type Load, stamps, type World, dayOrNull } from './world.ts';

const LEVEL = ['', 'A', 'B', 'C'];

function projects(world: World): Load {
  const { from } = stamps(world.period);
  return {
    table: ods.odsProject,
    text: '项目台账',
    rows: () => {
      const rows = world.projects.map((one): Row => ({
        project_id: one.id,
        contract_id: one.contract.id,
        project_name: one.name,
        org_id: one.contract.org.id,
        project_type: one.contract.projectType,
        stage: one.stage,
        status: one.status,
        manager_emp_id: one.contract.manager.empId,
        plan_start: isoDay(one.contract.start),
        plan_end: isoDay(one.contract.end),
        actual_start: dayOrNull(one.actualStart),
        actual_end: dayOrNull(one.actualEnd),
        progress_plan: one.progressPlan.toFixed(4),
        progress_actual: one.progressActual.toFixed(4),
        budget: one.budget,
        cost: one.cost,
        risk_level: one.risk,
        lng: one.lng,
        lat: one.lat,
        ...from('PM'),
      }));
      const plant = planter(rows);
      plant.spoil('prj_manager', () => ({ manager_emp_id: null }));
      plant.spoil(
        'prj_progress',
        (row) => ({ progress_actual: (Number(row.progress_actual) * 100).toFixed(2) }),
        (row) => Number(row.progress_actual) > 0.05,
      );
      plant.spoil('prj_name', (row) => ({ project_name: `${row.project_name}（暂定名）` }));
      plant.spoil('prj_place', (row) => ({ lng: row.lat as number, lat: row.lng as number }));
      return rows;
    },
  };
}

function outputs(world: World): Load {
  const { period } = world;
  const { night, from } = stamps(world.period);
  return {
    table: ods.odsOutput,
    text: '月度产值',
    rows: () => {
      const rows = world.outputs.map((one): Row => {
        const [cost_labor, cost_sub, cost_material, cost_machine, cost_manage] = one.costs;
        return {
          project_id: `P${one.contract.id.slice(2)}`,
          month: isoMonth(one.month),
          plan_output: one.plan,
          actual_output: one.actual,
          revenue: one.revenue,
          cost_labor,
          cost_sub,
          cost_material,
          cost_machine,
          cost_manage,
          ...from('PM', night(monthStart(one.month + 1), 3)),
        };
      });
      const plant = planter(rows);
      plant.extra('out_twice', () => ({}));
      plant.extra('out_project', (_, number) => ({ project_id: `PX${String(number).padStart(5, '0')}` }));
      plant.spoil(
        'out_late',
        (row, draw) => ({
          etl_time: `${isoDay(monthStart(Number(String(row.month).slice(0, 4)) * 12 + Number(String(row.month).slice(5, 7))) + draw.int(9, 25))} 02:10:00+08`,
        }),
        (row) => String(row.month) < isoMonth(period.lastMonth - 1),
      );
      return rows;
    },
  };
}

function inspections(world: World): Load {
  const { period } = world;
  const { from } = stamps(world.period);
  return {
    table: ods.odsCheck,
    text: '质量安全检查',
    rows: () => {
      const rows = inspect(world.projects, period).map((one): Row => ({
        check_id: one.id,
        project_id: one.project.id,
        check_date: isoDay(one.day),
        kind: one.kind,
        level_code: LEVEL[Number(one.level)] as string,
        category: one.category,
        found: one.found,
        rectified: one.rectified,
        deadline: isoDay(one.deadline),
        closed_date: dayOrNull(one.closed),
        pass_first: one.passFirst,
        ...from('PM'),
      }));
      const plant = planter(rows);
      plant.spoil('chk_level', (_, draw) => ({ level_code: draw.pick(['D', '高', '']) }));
      plant.spoil(
        'chk_more',
        (row) => ({ rectified: Number(row.found) + 3 }),
        (row) => row.closed_date !== null,
      );
      plant.spoil(
        'chk_closed',
        (row, draw) => ({ closed_date: isoDay(Date.parse(String(row.check_date)) / 86_400_000 - draw.int(1, 15)) }),
        (row) => row.closed_date !== null,
      );
      return rows;
    },
  };
}

function patents(world: World): Load {
  const { period } = world;
  const { from } = stamps(world.period);
  return {
    table: ods.odsProperty,
    text: '知识产权',
    rows: () => {
      const rows = properties(world.staff, period).map((row): Row => ({ ...row, ...from('KJ') }));
      planter(rows).spoil(
        'ip_grant',
        () => ({ grant_no: null }),
        (row) => row.legal_status === '4',
      );
      return rows;
    },
  };
}

function qualityAwards(world: World): Load {
  const { period } = world;
  const { from } = stamps(world.period);
  return {
    table: ods.odsAward,
    text: '创优项目',
    rows: () => awards(world.projects, period).map((row): Row => ({ ...row, ...from('QM') })),
  };
}

function supplierFiles(world: World): Load {
  const { period } = world;
  const { night, from } = stamps(world.period);
  return {
    table: ods.odsSupplier,
    text: '供应商档案',
    rows: () => {
      const rows = suppliers(period).map((row): Row => ({ ...row, ...from('SCM') }));
      const plant = planter(rows);
      plant.spoil('sup_credit', (row) => ({
        credit_code: String(row.credit_code).slice(0, 17) + (String(row.credit_code).endsWith('7') ? '8' : '7'),
      }));
      plant.extra('sup_twice', () => ({ etl_time: night(period.today - 5) }));
      return rows;
    },
  };
}

/** Project, quality, technology and supply systems. */
export const deliveryLoads = (world: World): Load[] =>
  [projects, outputs, inspections, patents, qualityAwards, supplierFiles].map((load) => load(world));
