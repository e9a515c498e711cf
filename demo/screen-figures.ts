/** A figure of a fixed screen, and the same computed from the detail tables of the warehouse by the definition of its name alone. */
export interface ScreenFigure {
  readonly screen: string;
  /** label of the KPI node, else what the figure is */
  readonly label: string;
  /** node of another kind, and the row of it by its first column; a number counts rows, from the end where it is negative */
  readonly node?: string;
  readonly row?: string | number;
  /** place of the column in the answer of the node; the first unless given */
  readonly at?: number;
  /** the row stands for all rows of that name, which are summed up */
  readonly isSum?: true;
  /** one number; `y` is the year of the data, `dd` its day, as the row `d` */
  readonly sql: string;
  /** where the statement runs: the warehouse unless said, or what the platform keeps of itself */
  readonly of?: 'platform';
}

const year = (column: string): string => `extract(year from ${column}) = d.y`;
const one = (expression: string, from: string, where = 'true'): string => `(select ${expression} from ${from} where ${where})`;
const share = (above: string, below: string): string => `cast(${above} as numeric) / nullif(${below}, 0)`;

const revenue = one('sum(r.revenue)', 'dwd.biz_revenue r', year('r.month'));
const cost = one('sum(r.cost)', 'dwd.biz_revenue r', year('r.month'));
const expense = one('sum(x.amount)', 'dwd.biz_expense x', year('x.month'));
const contracts = one('sum(c.amount)', 'dwd.biz_contract c', year('c.sign_date'));
const receipt = one('sum(r.actual_amount)', 'dwd.biz_receipt r', year('r.actual_date'));
const output = one('sum(o.actual_output)', 'dwd.biz_output_month o', year('o.month'));
const outputPlan = one('sum(o.plan_output)', 'dwd.biz_output_month o', year('o.month'));
/** Months of the year up to that of the data, each with the people who were there at its end, as `n`; their wage bill as `labor`. */
const monthEnds = (expression: string): string => `(select ${expression} from (
  select g.month, count(e.emp_id) as n, sum(e.monthly_cost) as labor
  from generate_series(cast(concat(d.y, '-01-01') as timestamp), d.dd, interval '1 month') g (month)
  left join dwd.hr_employee e on e.entry_date < g.month + interval '1 month' and (e.leave_date is null or e.leave_date >= g.month + interval '1 month')
  group by g.month) h)`;
const averageHeads = monthEnds('avg(h.n)');
const onDuty = (where = 'true'): string => one('count(*)', 'dwd.hr_employee e', `e.leave_date is null and ${where}`);
const bids = (where: string, expression = 'count(*)'): string => one(expression, 'dwd.biz_bid b', where);
const opened = `b.result in ('1', '2') and ${year('b.bid_date')}`;
const won = `b.result = '1' and ${year('b.bid_date')}`;
const leads = (where = 'true', expression = 'count(*)'): string =>
  one(expression, 'dwd.biz_opportunity o', `${year('o.created_at')} and ${where}`);
const projects = (where = 'true'): string => one('count(*)', 'dwd.biz_project p', where);
/** Late = not ended and past its planned end, or ended after it. */
const late = "p.status in ('1', '3') and coalesce(p.actual_end, d.dd) > p.plan_end";
const checks = (expression: string, where = 'true'): string =>
  one(expression, 'dwd.biz_quality_safety q', `${year('q.check_date')} and ${where}`);
const certificates = (where: string): string => one('count(*)', 'dwd.prj_certificate c', `c.register_status <> '4' and ${where}`);
const buyers = (where: string): string =>
  `(select count(distinct c.customer_id) from dwd.biz_contract c join dwd.biz_customer u on u.customer_id = c.customer_id where ${year('c.sign_date')} and ${where})`;

const lines = (screen: string, figures: readonly (readonly [label: string, sql: string, at?: number])[]): ScreenFigure[] =>
  figures.map(([label, sql, at = 0]) => ({ screen, label, sql, at }));

const cells = (
  screen: string,
  node: string,
  figures: readonly (readonly [row: string | number, sql: string, at: number])[],
): ScreenFigure[] => figures.map(([row, sql, at]) => ({ screen, label: `${node} ${row}`, node, row, sql, at }));
const target = (column: string, unit?: string): string =>
  one(
    `sum(t.${column})`,
    'dwd.biz_target_year t join dwd.dim_org o on o.org_id = t.org_id',
    `t.year = d.y${unit === undefined ? '' : ` and o.short_name = '${unit}'`}`,
  );
/** Part of the year that is over on the day of the data. */
const passed = "(extract(doy from d.dd) / extract(doy from cast(concat(d.y, '-12-31') as date)))";

/** Projects of the flow that came as far as a stage; the answer has a row for each kind of business, so the sum of them is compared. */
const stage = (name: string, no: number): ScreenFigure[] => [
  {
    screen: 'engineering',
    label: `flow ${name}`,
    node: 'flow',
    row: name,
    at: 2,
    isSum: true,
    sql: projects(`p.stage >= '${no}' and (p.status in ('1', '3') or (p.status = '2' and ${year('p.actual_end')}))`),
  },
];
const ladder = (name: string, where: string): ScreenFigure[] => [
  { screen: 'human', label: `flow ${name}`, node: 'flow', row: name, at: 2, isSum: true, sql: onDuty(where) },
];
const registered = "e.emp_id in (select c.emp_id from dwd.prj_certificate c where c.register_status <> '4' and c.valid_to > d.dd)";

/** Points of a hundred for what was reached of the part of a target that is due by now. */
const score = (actual: string, goal: string): string => `${actual} / (${goal} * ${passed}) * 100`;

const harvested = (name: string): string => `${name}.table_schema in ('ads', 'dws', 'dwd')`;
const CHINA_DAY = "cast(now() at time zone 'Asia/Shanghai' as date)";
const today = (moment: string): string => `cast(${moment} at time zone 'Asia/Shanghai' as date) = ${CHINA_DAY}`;
/** The count of bound columns of the last day on which each source was counted. */
const latestStandards = '(select distinct on (x.source_id) x.* from standard_stat_day x order by x.source_id, x.day desc) n';
const ownLines = (figures: Parameters<typeof lines>[1]): ScreenFigure[] =>
  lines('smartData', figures).map((figure) => ({ ...figure, of: 'platform' }));

export const SCREEN_FIGURES: readonly ScreenFigure[] = [
  ...cells('cockpit', 'goals', [
    ['营业收入', revenue, 1],
    ['回款额', receipt, 1],
    ['利润总额', `${revenue} - ${cost} - ${expense}`, 1],
    ['营业收入', target('revenue'), 2],
    ['回款额', target('receipt'), 2],
    ['利润总额', target('profit'), 2],
    ['营业收入', `${target('revenue')} * ${passed}`, 3],
  ]),
  ...cells('cockpit', 'pace', [
    [-1, target('contract'), 2],
    [-1, `${target('contract')} * ${passed}`, 3],
  ]),
  ...cells(
    'cockpit',
    'gaps',
    ['江苏', '华中', '西北', '上海', '华南'].map((unit) => [
      unit,
      one(
        'sum(c.amount)',
        'dwd.biz_contract c join dwd.dim_org o on o.org_id = c.org_id',
        `${year('c.sign_date')} and o.short_name = '${unit}'`,
      ),
      1,
    ]),
  ),
  ...lines('overview', [
    ['成立', one('d.y - min(extract(year from o.found_date))', 'dwd.dim_org o')],
    ['在岗人数', onDuty()],
    ['有效证书', certificates('c.valid_to > d.dd')],
    ['累计项目', projects()],
    ['覆盖城市', one('count(distinct c.city_code)', 'dwd.biz_contract c')],
  ]),
  ...lines('engineering', [
    ['延期项目', projects(late)],
    ['实际产值', output],
    ['一次验收合格率', checks("avg(case q.pass_first when '1' then 1.0 else 0 end)")],
    ['整改闭环率', share(checks('sum(q.rectified)'), checks('sum(q.found)'))],
    ['安全隐患整改率', share(checks('sum(q.rectified)', "q.kind = '2'"), checks('sum(q.found)', "q.kind = '2'"))],
    ['累计获奖', one('count(*)', 'dwd.prj_quality_project a', "a.stage = '5'")],
    ['累计获奖', one('count(*)', 'dwd.prj_intellectual_property i', "i.ip_type in ('1', '2', '3') and i.legal_status = '4'"), 1],
  ]),
  ...lines('engineering', [
    ['产值完成率', share(output, outputPlan)],
    ['在建项目', projects("p.status = '1'")],
  ]),
  ...stage('前期', 1),
  ...stage('施工图', 4),
  ...stage('竣工', 6),
  ...lines('inbound', [
    ['线索数', leads()],
    ['商机数', leads('o.reached >= 2')],
    ['商机金额', leads('o.reached >= 2', 'sum(o.amount)')],
    ['在途金额', leads("o.stage not in ('signed', 'lost')", 'sum(o.amount)')],
    ['转化率', share(leads("o.stage = 'signed'"), leads())],
    ['平均成交周期', leads("o.stage = 'signed'", 'avg(o.closed_at - o.created_at)')],
    ['新客户', buyers(year('u.first_coop_date'))],
    ['复购率', share(buyers('extract(year from u.first_coop_date) < d.y'), buyers('true'))],
  ]),
  ...lines('human', [
    ['在岗人数', onDuty()],
    ['外包占比', share(onDuty("e.emp_type = '2'"), onDuty())],
    ['本年入职', one('count(*)', 'dwd.hr_employee e', year('e.entry_date'))],
    ['离职率', share(one('count(*)', 'dwd.hr_employee e', year('e.leave_date')), averageHeads)],
    ['中高级职称占比', share(onDuty("e.title_level >= '3'"), onDuty())],
    ['人均产值', share(output, averageHeads)],
    ['人工成本占比', share(monthEnds('sum(h.labor)'), revenue)],
  ]),
  ...ladder('自有', "e.emp_type = '1'"),
  ...ladder('持证', `e.emp_type = '1' and e.education >= '2' and e.title_level >= '3' and ${registered}`),
  ...ladder('高级', `e.emp_type = '1' and e.education >= '2' and e.title_level >= '4' and ${registered}`),
  ...lines('leaderView', [
    ['重大风险项目', projects("p.status = '1' and p.risk_level = '3'")],
    ['90天内到期证书', certificates('c.valid_to > d.dd and c.valid_to <= d.dd + 90')],
  ]),
  ...lines('leaderView', [['全年新签完成率', share(contracts, target('contract'))]]),
  ...cells('leaderView', 'goals', [['新签合同额', contracts, 1]]),
  ...cells('leaderView', 'kinds', [
    ['回款逾期', one('count(*)', 'dwd.biz_receipt_plan l', 'l.plan_date < d.dd - 180 and l.plan_amount - l.paid_amount > 500000'), 1],
    ['证书到期', certificates('c.valid_to > d.dd and c.valid_to <= d.dd + 90'), 1],
    ['项目延期', projects("p.status in ('1', '3') and coalesce(p.actual_end, d.dd) - p.plan_end > 30"), 1],
    [
      '成本超支',
      projects("p.status = '1' and p.progress_actual > 0.1 and p.cost > 0 and round(p.budget * p.progress_actual / p.cost, 4) < 0.92"),
      1,
    ],
  ]),
  ...lines('marketView', [
    ['投标数', bids(`${year('b.bid_date')} and b.bid_date <= d.dd`)],
    ['中标额', bids(won, 'sum(b.win_amount)')],
    ['中标率', share(bids(won), bids(opened))],
    [
      '平均降幅',
      `1 - ${share(bids(`${won} and b.limit_amount > 0`, 'sum(b.win_amount)'), bids(`${won} and b.limit_amount > 0`, 'sum(b.limit_amount)'))}`,
    ],
    ['在投金额', bids("b.result = '3'", 'sum(b.bid_amount)')],
    ['保证金占用', bids("b.deposit_back = '0'", 'sum(b.deposit)')],
    ['战略客户', one('count(*)', 'dwd.biz_customer u', "u.first_coop_date is not null and u.level = '1'")],
  ]),
  ...cells(
    'subCompany',
    'gaps',
    ['江苏', '华中', '西北', '上海'].flatMap((unit) => [
      [unit, target('revenue', unit), 3] as const,
      [
        unit,
        one(
          'sum(r.revenue)',
          'dwd.biz_revenue r join dwd.dim_org o on o.org_id = r.org_id',
          `${year('r.month')} and o.short_name = '${unit}'`,
        ),
        1,
      ] as const,
    ]),
  ),
  ...cells('subCompany', 'pace', [[-1, target('revenue'), 2]]),
  ...cells('subCompany', 'goals', [
    ['新签合同额', contracts, 1],
    ['利润总额', target('profit'), 2],
  ]),
  ...cells('subCompany', 'scores', [
    ['新签', score(contracts, target('contract')), 1],
    ['营收', score(revenue, target('revenue')), 1],
    ['回款', score(receipt, target('receipt')), 1],
    ['利润', score(`(${revenue} - ${cost} - ${expense})`, target('profit')), 1],
    ['产值', `${share(output, outputPlan)} * 100`, 1],
  ]),
  // the platform about itself: how large the catalogue is says the warehouse, the rest stands in the tables that the platform keeps
  ...lines('smartData', [
    ['数据表', one('count(*)', 'information_schema.tables t', harvested('t'))],
    ['数据表', one('count(*)', 'information_schema.columns t', harvested('t')), 1],
  ]),
  ...ownLines([
    ['数据源', one('count(*)', 'metadata_source s', 's.deleted_at is null')],
    ['数据行', one('sum(t.row_estimate)', 'metadata_table t', 't.deleted_at is null')],
    ['数据质量评分', one('avg(t.quality_score)', 'metadata_table t', 't.deleted_at is null')],
    ['数据质量评分', one('count(t.quality_score)', 'metadata_table t', 't.deleted_at is null'), 1],
    ['今日API调用', one('sum(h.calls)', 'market_stat_hour h', `h.kind = 'api' and ${today('h.slot')}`)],
    [
      '今日API调用',
      one('1 - cast(sum(h.failed) as numeric) / sum(h.calls)', 'market_stat_hour h', `h.kind = 'api' and ${today('h.slot')}`),
      1,
    ],
    ['数据标准落标率', one('cast(sum(n.conform) as numeric) / sum(n.bound)', latestStandards)],
    ['数据标准落标率', one('sum(n.bound)', latestStandards), 1],
    ['今日任务成功率', one('cast(sum(s.done) as numeric) / sum(s.done + s.failed)', 'scheduler_day s', `s.day = ${CHINA_DAY}`)],
    ['今日任务成功率', one('sum(s.failed)', 'scheduler_day s', `s.day = ${CHINA_DAY}`), 2],
  ]),
];

/** The statement of a figure, whole. */
export const figureSql = ({ sql, of }: ScreenFigure): string =>
  of === 'platform'
    ? `select ${sql} as value`
    : `with d as (select data_date as dd, cast(extract(year from data_date) as integer) as y from dwd.etl_batch) select ${sql} as value from d`;
