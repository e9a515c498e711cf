import type { DataScope } from '#kit/server/ctx.ts';

/** A menu row as the grants see it: pages have a path, buttons the path of their page. */
export interface MenuRow {
  path: string;
  perms: string | null;
}
export interface DemoRole {
  code: string;
  name: string;
  scope: DataScope;
  remark: string;
  /** which of the menus that exist the role gets; folders above them follow by themselves */
  grants(menu: MenuRow): boolean;
}

const under =
  (...paths: string[]) =>
  ({ path }: MenuRow): boolean =>
    paths.some((each) => path === each || path.startsWith(`${each}/`));
const any =
  (...tests: ((menu: MenuRow) => boolean)[]) =>
  (menu: MenuRow): boolean =>
    tests.some((test) => test(menu));
const except = (wanted: (menu: MenuRow) => boolean, verbs: RegExp) => (menu: MenuRow) => wanted(menu) && !verbs.test(menu.perms ?? '');

const screens = (...names: string[]) => under(...names.map((name) => `/screen/${name}`));
/** what everybody who works here may open */
const common = any(
  screens('overview'),
  under(
    '/workflow/task',
    '/workflow/instance/mystarted',
    '/workflow/instance/myinvolved',
    '/workflow/instance/mycopied',
    '/workflow/delegation',
    '/datafilling/my',
  ),
);
const CHANGES = /:(add|edit|remove|import|publish|offline)$/;
const looking = (...paths: string[]) => except(under(...paths), CHANGES);
/** boards and screens as they are published, without the tools that make them */
const seesBoards = any(under('/visual/index'), except(looking('/visual/databoard', '/visual/datascreen'), /:(build|copy|grant)$/));

/** What may be known about the data of the company, without changing it. */
const catalogue = any(
  under('/metadata/index', '/metadata/myaccess'),
  looking('/metadata/datacolumn', '/metadata/datasearch', '/metadata/datamap', '/metadata/datablood'),
);

/** The head of a department: its screen, the project records, the flows, the tables it answers for and what is wrong in them. */
const head = (code: string, name: string, screen: string): DemoRole => ({
  code,
  name,
  scope: '4',
  remark: '本部门大屏、项目档案、流程、数据填报，以及所负责的数据表与其质量问题',
  grants: any(
    common,
    screens(screen),
    // the text behind a lineage is the engineers' business
    except(catalogue, /:sql$/),
    except(under('/metadata/changerecord'), /:(add|remove)$/),
    except(under('/quality/checkissue', '/quality/checkreport'), /:(assign|review|export)$/),
    except(under('/project'), /:(remove|import)$/),
    except(under('/datafilling'), /:remove$/),
    seesBoards,
  ),
});

/**
 * Roles of the demo company; `admin`, `audit`, those of the three administrators and of accounts without rights belong to every installation. Menus of modules that come later are matched by the same
 * rules when they appear.
 */
export const DEMO_ROLES: readonly DemoRole[] = [
  {
    code: 'gov_admin',
    name: '数据治理管理员',
    scope: '1',
    remark: '元数据、标准、质量、主数据与集市，不含系统管理',
    grants: any(
      common,
      screens('smartData'),
      except(
        under('/metadata', '/standard', '/quality', '/masterdata', '/market', '/datafilling', '/workflow/instance/running'),
        /:write$/,
      ),
    ),
  },
  {
    code: 'data_steward',
    name: '数据管家',
    scope: '1',
    remark: '全公司的主题域、标签、分类分级、血缘与授权，不授明文、不改数据源',
    grants: any(
      common,
      screens('smartData'),
      catalogue,
      under(
        '/metadata/datacolumn',
        '/metadata/datablood',
        '/metadata/changerecord',
        '/metadata/classify',
        '/metadata/domain',
        '/metadata/tag',
        '/quality',
        '/standard',
        '/market/drd',
      ),
      except(under('/metadata/datasource'), /:(add|edit|remove|connect)$/),
      except(under('/metadata/dataauthorize'), /:unmask$/),
      except(under('/metadata/sqlconsole'), /:(write|audit)$/),
      looking('/metadata/maskrule'),
      // records and their duplicates; models, and what is sent to other systems, are the governance administrator's
      except(under('/masterdata'), /:(model:(add|edit|remove|submit|create)|target:(add|edit|remove|send)|data:remove|map:edit)$/),
    ),
  },
  {
    code: 'steward',
    name: '数据责任人',
    scope: '4',
    remark: '本部门及以下的数据资产、质量规则与授权审批',
    grants: any(
      common,
      screens('smartData'),
      catalogue,
      looking('/metadata/datasource', '/metadata/domain', '/metadata/tag'),
      // the clear text of sensitive columns is granted by the governance administrator
      except(under('/metadata/dataauthorize'), /:unmask$/),
      except(under('/metadata/classify'), /:(add|remove)$/),
      looking('/metadata/maskrule'),
      under('/metadata/datacolumn', '/metadata/datablood', '/metadata/changerecord', '/standard', '/market/drd'),
      // how points are made is one setting of the whole company
      except(under('/quality'), /^quality:score:edit$/),
    ),
  },
  {
    code: 'engineer',
    name: '数据工程师',
    scope: '3',
    remark: '使用数据源、只读SQL、数据集与任务',
    grants: any(
      common,
      screens('smartData'),
      catalogue,
      looking('/metadata/datasource', '/metadata/changerecord', '/metadata/domain', '/metadata/tag'),
      except(under('/metadata/sqlconsole'), /:(write|audit)$/),
      under('/metadata/datacolumn', '/metadata/datablood', '/visual/dataset', '/basic/scheduler', '/market/datastore'),
    ),
  },
  {
    code: 'analyst',
    name: '数据分析师',
    scope: '4',
    remark: '查询数据，制作数据集、图表、看板与大屏',
    grants: any(
      common,
      screens('cockpit', 'marketView', 'smartData'),
      except(under('/metadata/sqlconsole'), /:(write|audit)$/),
      catalogue,
      except(looking('/market/drd'), /^market:drd:(submit|catalog|approve|demand)$/),
      // how long answers of a source are kept is the engineers' business
      except(under('/visual'), /^visual:cache:/),
    ),
  },
  {
    code: 'leader',
    name: '公司领导',
    scope: '1',
    remark: '查看全部大屏与看板，个人信息脱敏',
    grants: any(common, under('/screen'), seesBoards),
  },
  head('dept_eng', '工程技术部主管', 'engineering'),
  head('dept_inbound', '拓客部主管', 'inbound'),
  head('dept_hr', '人力资源部主管', 'human'),
  head('dept_sub', '子公司管理部主管', 'subCompany'),
  head('dept_market', '市场部主管', 'marketView'),
  {
    code: 'project_clerk',
    name: '项目档案员',
    scope: '4',
    remark: '维护项目档案，不能删除',
    grants: any(common, except(under('/project'), /:remove$/)),
  },
  {
    code: 'api_consumer',
    name: '接口消费者',
    scope: '5',
    remark: '在API市场申请并调用数据接口',
    grants: any(
      common,
      // the market and what they asked of it; how APIs are made is the business of others
      under('/market/apimarket', '/market/myapply', '/market/apiapp'),
      except(looking('/market/apilog', '/market/drd'), /^market:drd:(submit|catalog|approve|demand)$/),
    ),
  },
  { code: 'staff', name: '普通员工', scope: '5', remark: '首页、总览、个人中心、待办', grants: common },
  { code: 'guest', name: '只读访客', scope: '5', remark: '仅智慧数据总览', grants: screens('smartData') },
];
/** The built-in role of people who take over tasks; the demo company gives it the flows. */
export const AUDIT_GRANTS = any(common, under('/workflow'));
