import { fixedScreen } from '#modules/visual/web/index.ts';

/** Page keys of the fixed screens; the pages are loaded when they are opened. */
export const pages = {
  'screen/cockpit/index': fixedScreen('cockpit'),
  'screen/overview/index': fixedScreen('overview'),
  'screen/engineering/index': fixedScreen('engineering'),
  'screen/inbound/index': fixedScreen('inbound'),
  'screen/human/index': fixedScreen('human'),
  'screen/subCompany/index': fixedScreen('subCompany'),
  'screen/smartData/index': fixedScreen('smartData'),
  'screen/leaderView/index': fixedScreen('leaderView'),
  'screen/marketView/index': fixedScreen('marketView'),
};
