import type { ConfigSeed } from '#kit/server/module.ts';
import { COMPANY_NAMES } from './company.ts';

export { qualificationExpiry } from './expiry.ts';
export { practicingQualifications } from './qualifications.ts';
export { recycledQualifications, recycledTypes } from './recycle.ts';
export { seedPracticingTypes } from './seed-types.ts';
export { practicingTypes } from './types.ts';
export { qualificationFigures } from './overview.ts';

export const practicingConfigs: readonly ConfigSeed[] = [
  {
    key: COMPANY_NAMES,
    name: '本单位注册名称',
    value: '',
    type: 'text',
    group: '项目',
    remark: '判断“人证合一”时，除集团与分公司名称外视为本单位的注册单位名称，多个用顿号分隔',
  },
];
