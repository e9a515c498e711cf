/** Classes of the demo company's resource directory: code, name, and the classes below it. */
export const DIRECTORY_CLASSES: readonly (readonly [
  code: string,
  name: string,
  below: readonly (readonly [code: string, name: string])[],
])[] = [
  [
    '01',
    '工程项目',
    [
      ['01', '项目台账'],
      ['02', '产值与成本'],
    ],
  ],
  [
    '02',
    '经营',
    [
      ['01', '合同与收款'],
      ['02', '客户与供应商'],
      ['03', '经营指标'],
    ],
  ],
  [
    '03',
    '人力资源',
    [
      ['01', '员工与组织'],
      ['02', '资质与培训'],
    ],
  ],
];

/** One resource of the directory, over tables and APIs by their names. */
export interface DemoResource {
  readonly name: string;
  /** `02-01` */
  readonly catalog: string;
  readonly summary: string;
  readonly tables: readonly string[];
  readonly apis?: readonly string[];
  /** account of the department that gives it and answers for it */
  readonly owner: string;
  readonly freq: '1' | '2' | '3' | '4' | '5' | '6';
  readonly share: '1' | '2' | '3';
  readonly condition?: string;
  readonly tags: readonly string[];
}
export const DIRECTORY_RESOURCES: readonly DemoResource[] = [
  {
    name: '客户主体名录',
    catalog: '02-02',
    summary: '全公司客户的主体信息与联系方式，按客户编号唯一',
    tables: ['dwd.biz_customer'],
    apis: ['客户查询'],
    owner: 'dept_inbound',
    freq: '2',
    share: '2',
    condition: '限经营分析，不得对外提供',
    tags: ['客户', '主体'],
  },
  {
    name: '合同台账',
    catalog: '02-01',
    summary: '合同的签订、金额与执行收款情况',
    tables: ['dwd.biz_contract'],
    apis: ['合同查询'],
    owner: 'dept_market',
    freq: '2',
    share: '2',
    condition: '限公司内部使用',
    tags: ['合同', '收款'],
  },
  {
    name: '组织月度经营指标',
    catalog: '02-03',
    summary: '各单位每月的签约、收款与产值',
    tables: ['dws.dws_org_month'],
    apis: ['组织月度经营'],
    owner: 'dept_market',
    freq: '4',
    share: '1',
    tags: ['指标'],
  },
  {
    name: '在建项目进度',
    catalog: '01-01',
    summary: '项目的阶段、进度与负责人',
    tables: ['dwd.biz_project'],
    apis: ['项目进度'],
    owner: 'dept_eng',
    freq: '2',
    share: '2',
    condition: '限工程管理与经营分析',
    tags: ['项目', '进度'],
  },
  {
    name: '执业证书有效期',
    catalog: '03-02',
    summary: '持证人员的证书、专业与有效期',
    tables: ['dwd.prj_certificate'],
    apis: ['持证人员'],
    owner: 'dept_hr',
    freq: '4',
    share: '3',
    condition: '涉及个人信息，依据个人信息保护制度不予共享',
    tags: ['证书'],
  },
];
/** Catalogued, and waiting for somebody to publish it. */
export const WAITING_RESOURCE: DemoResource = {
  name: '合同金额快照',
  catalog: '02-01',
  summary: '按月末时点的合同金额，供对账使用',
  tables: ['dwd.biz_contract'],
  owner: 'dept_market',
  freq: '4',
  share: '2',
  condition: '限财务对账',
  tags: ['合同'],
};
