export const FIXED_SCREENS = [
  'cockpit',
  'overview',
  'engineering',
  'inbound',
  'human',
  'subCompany',
  'smartData',
  'leaderView',
  'marketView',
] as const;
