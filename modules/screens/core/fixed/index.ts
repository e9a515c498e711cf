import type { ScreenConfig } from '../../contract/screen-config.ts';
import { cockpit } from './cockpit.ts';
import { engineering } from './engineering.ts';
import { human } from './human.ts';
import { inbound } from './inbound.ts';
import { leaderView } from './leaderView.ts';
import { marketView } from './marketView.ts';
import { overview } from './overview.ts';
import { smartData } from './smartData.ts';
import { subCompany } from './subCompany.ts';

const screen = (code: string, name: string, config: ScreenConfig, remark: string) => ({
  code,
  name,
  viewPerms: `screen:${code}:view`,
  remark,
  config,
});

/** The fixed screens as they are delivered. */
export const SCREENS = [
  screen('cockpit', '驾驶舱', cockpit, '经营总览：目标达成、单位关系、应收、风险'),
  screen('overview', '总览', overview, '公司概况与各大屏入口'),
  screen('engineering', '工程技术部', engineering, '项目进度、产值、质量安全、创优'),
  screen('inbound', '招商获客', inbound, '线索到签约的渠道、转化与跟进'),
  screen('human', '人力资源', human, '人员结构、入离职、证书、培训'),
  screen('subCompany', '子公司', subCompany, '经营单位对照、目标、资质'),
  screen('smartData', '智慧数据总览', smartData, '平台数据资产、血缘、服务与任务'),
  screen('leaderView', '领导视图', leaderView, '业务版图、目标与风险'),
  screen('marketView', '市场部', marketView, '投标、中标、客户与合同'),
] as const;
