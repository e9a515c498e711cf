import { theme as antd, type ThemeConfig } from 'antd';
import { fontSans, palette, type Mode } from './palette.ts';

export { applyMode, cssVars, fontSans, layers, palette, type Mode } from './palette.ts';

const fontMono = `ui-monospace, 'SF Mono', 'JetBrains Mono', Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace`;

/** Layout constants needed in code (CSS has them as `--s-*`). */
export const measures = {
  drawer: 720,
  row: { middle: 40, compact: 32, loose: 48 },
  mobileBelow: 992,
} as const;

type Colours = (typeof palette)[Mode];
type Algorithm = typeof antd.darkAlgorithm;

// antd's dark algorithm derives duller primary and status colours; ours are already chosen for dark backgrounds
const darkAlgorithm: Algorithm = (seed, map) => {
  const derived = antd.darkAlgorithm(seed, map);
  const { colorPrimary, colorSuccess, colorWarning, colorError, colorInfo } = seed;
  return { ...derived, colorPrimary, colorSuccess, colorWarning, colorError, colorInfo };
};

/** Colours of a mode by the names that antd has for them. */
const coloursOf = (c: Colours): ThemeConfig['token'] => ({
  colorPrimary: c.accent,
  colorInfo: c.accent,
  colorLink: c.accentInk,
  colorSuccess: c.ok,
  colorWarning: c.warn,
  colorError: c.bad,
  colorPrimaryBg: c.accentSoft,
  colorPrimaryBorder: c.accentLine,
  // antd would derive muddy backgrounds from these status colours
  colorInfoBg: c.accentSoft,
  colorInfoBorder: c.accentLine,
  colorSuccessBg: c.okSoft,
  colorSuccessBorder: `${c.ok}40`,
  colorWarningBg: c.warnSoft,
  colorWarningBorder: `${c.warn}40`,
  colorErrorBg: c.badSoft,
  colorErrorBorder: `${c.bad}40`,
  colorText: c.ink,
  colorTextSecondary: c.ink2,
  colorTextTertiary: c.ink3,
  colorTextDescription: c.ink3,
  colorTextPlaceholder: c.ink3,
  colorTextQuaternary: c.ink4,
  colorBgLayout: c.canvas,
  colorBgContainer: c.surface,
  colorBgElevated: c.raised,
  colorBorder: c.lineStrong,
  colorBorderSecondary: c.line,
  colorSplit: c.line,
  colorFillAlter: c.subtle,
  colorBgMask: c.scrim,
  boxShadow: c.shadow,
  boxShadowSecondary: c.shadow,
});

/** Corners, type, heights, distances and times: the same in both modes. */
const MEASURES: ThemeConfig['token'] = {
  borderRadius: 6,
  borderRadiusLG: 8,
  borderRadiusSM: 4,
  borderRadiusXS: 3,
  fontFamily: fontSans,
  fontFamilyCode: fontMono,
  fontSize: 14,
  fontSizeSM: 12,
  fontSizeLG: 16,
  fontSizeHeading4: 20,
  fontSizeHeading5: 16,
  fontWeightStrong: 600,
  controlHeight: 32,
  controlHeightSM: 24,
  controlHeightLG: 40,
  padding: 16,
  paddingLG: 24,
  paddingSM: 12,
  paddingXS: 8,
  // short, because these happen hundreds of times a day
  motionDurationFast: '0.08s',
  motionDurationMid: '0.14s',
  motionDurationSlow: '0.2s',
  wireframe: false,
};

const tableTokens = (c: Colours): ThemeConfig['components'] => ({
  Table: {
    headerBg: c.surface,
    headerColor: c.ink3,
    headerSortActiveBg: c.surface,
    headerSortHoverBg: c.hover,
    bodySortBg: 'transparent',
    fixedHeaderSortActiveBg: c.surface,
    headerSplitColor: 'transparent',
    cellFontSize: 13,
    cellFontSizeMD: 13,
    cellFontSizeSM: 13,
    cellPaddingInline: 12,
    cellPaddingInlineMD: 12,
    cellPaddingInlineSM: 12,
    rowHoverBg: c.hover,
    rowSelectedBg: c.accentSoft,
    rowSelectedHoverBg: c.accentSoft,
    borderColor: c.line,
    headerBorderRadius: 0,
  },
});

const navigationTokens = (c: Colours): ThemeConfig['components'] => ({
  Menu: {
    itemHeight: 34,
    itemBorderRadius: 6,
    itemMarginInline: 8,
    itemMarginBlock: 1,
    itemColor: c.ink2,
    itemHoverColor: c.ink,
    itemHoverBg: c.hover,
    itemSelectedBg: c.accentSoft,
    itemSelectedColor: c.accentInk,
    subMenuItemSelectedColor: c.accentInk,
    groupTitleColor: c.ink3,
    groupTitleFontSize: 12,
    itemBg: 'transparent',
    subMenuItemBg: 'transparent',
    popupBg: c.raised,
    activeBarBorderWidth: 0,
    horizontalItemSelectedColor: c.ink,
    horizontalItemHoverColor: c.ink,
    activeBarHeight: 2,
    iconSize: 15,
    iconMarginInlineEnd: 9,
  },
  Tabs: {
    itemColor: c.ink2,
    itemHoverColor: c.ink,
    itemSelectedColor: c.ink,
    inkBarColor: c.accent,
    horizontalItemGutter: 24,
    horizontalItemPadding: '11px 0',
    horizontalMargin: '0',
    titleFontSize: 14,
  },
});

const controlTokens = (c: Colours): ThemeConfig['components'] => ({
  Button: {
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    dangerColor: c.onBad,
    defaultBorderColor: c.lineStrong,
    defaultColor: c.ink,
    // antd's own are a lighter accent, too weak for text
    defaultHoverColor: c.accentInk,
    defaultHoverBorderColor: c.accent,
    defaultActiveColor: c.accentInk,
    defaultActiveBorderColor: c.accent,
    fontWeight: 500,
    paddingInline: 14,
    textHoverBg: c.hover,
  },
  Input: {
    activeShadow: `0 0 0 3px ${c.accentSoft}`,
    errorActiveShadow: `0 0 0 3px ${c.badSoft}`,
    hoverBorderColor: c.ink4,
  },
  Select: { optionSelectedBg: c.accentSoft, optionHeight: 32 },
  Form: {
    labelColor: c.ink2,
    labelFontSize: 13,
    itemMarginBottom: 20,
    verticalLabelPadding: '0 0 6px',
  },
  Tree: {
    titleHeight: 32,
    nodeSelectedBg: c.accentSoft,
    nodeSelectedColor: c.accentInk,
    nodeHoverBg: c.hover,
    indentSize: 16,
  },
  Breadcrumb: {
    fontSize: 12,
    itemColor: c.ink3,
    lastItemColor: c.ink2,
    linkColor: c.ink3,
    separatorColor: c.ink4,
    separatorMargin: 6,
  },
  Pagination: { itemSize: 28, itemActiveBg: c.accentSoft },
  Drawer: { footerPaddingBlock: 12, footerPaddingInline: 24, paddingLG: 24 },
  Checkbox: { controlInteractiveSize: 15 },
});

/** The antd theme of a mode, for `<ConfigProvider theme={themeOf(mode)} {...providerProps}>`. */
export function themeOf(mode: Mode): ThemeConfig {
  const c = palette[mode];
  return {
    algorithm: mode === 'dark' ? darkAlgorithm : antd.defaultAlgorithm,
    token: { ...coloursOf(c), ...MEASURES },
    components: { ...tableTokens(c), ...navigationTokens(c), ...controlTokens(c) },
  };
}

/** Other props of the `<ConfigProvider>`. */
export const providerProps = {
  wave: { disabled: true },
  button: { autoInsertSpace: false },
  drawer: { closable: { placement: 'end' } },
} as const;
