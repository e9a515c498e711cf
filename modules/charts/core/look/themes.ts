import type { ChartPalette } from '#kit/core/chart/chart-theme.ts';
import { PALETTES } from '#kit/core/chart/palette.ts';

/** Background and text colours that a theme brings along. */
interface OwnGround {
  readonly background: string;
  readonly palette: ChartPalette;
}
/** Inks and lights of a screen. */
export interface ScreenTokens {
  readonly palette: ChartPalette;
  readonly accent: string;
  readonly gold: string;
  readonly good: string;
  readonly bad: string;
  readonly ramp: readonly string[];
}

export interface ChartTheme {
  readonly name: string;
  readonly label: string;
  /** series colours on light and on dark grounds */
  readonly light: readonly string[];
  readonly dark: readonly string[];
  /** a theme with its own dark ground; the others stand on what is behind */
  readonly own?: OwnGround;
  /** a theme of screens */
  readonly screen?: ScreenTokens;
}

const surface = (
  background: string,
  raised: string,
  line: string,
  lineStrong: string,
  ink: string,
  ink2: string,
  ink3: string,
): OwnGround => ({
  background,
  palette: { surface: background, raised, hover: raised, line, lineStrong, ink, ink2, ink3, ink4: ink3 },
});
const screen = (
  surface: string,
  lights: readonly [raised: string, line: string, lineStrong: string],
  textColors: readonly [ink: string, ink2: string, ink3: string],
  marks: readonly [accent: string, gold: string, good: string, bad: string],
  ramp: readonly string[],
): ScreenTokens => ({
  palette: {
    surface,
    raised: lights[0],
    hover: `${lights[2]}`,
    line: lights[1],
    lineStrong: lights[2],
    ink: textColors[0],
    ink2: textColors[1],
    ink3: textColors[2],
    ink4: textColors[2],
  },
  accent: marks[0],
  gold: marks[1],
  good: marks[2],
  bad: marks[3],
  ramp,
});

/**
 * The names of the family with colours of our own, and four themes of screens. Every list was found by search: contrast of 3 and more on its
 * ground, and 15 and more between any two colours (CIEDE2000) for normal sight and three colour-vision deficiencies (look.test.ts).
 */
export const THEMES: readonly ChartTheme[] = [
  { name: 'default', label: '默认', light: PALETTES.light, dark: PALETTES.dark },
  {
    name: 'vintage',
    label: '复古',
    light: ['#B5452F', '#3E6B73', '#C1891C', '#5A3641', '#869973'],
    dark: ['#EA6A2E', '#BBE4E1', '#F4CA65', '#B79BC0', '#9AAF85'],
  },
  {
    name: 'westeros',
    label: '冰原',
    light: ['#326696', '#589DB2', '#8D415A', '#B9822B', '#2D2F5D'],
    dark: ['#6FB3E0', '#C1EBED', '#D67095', '#EBC46F', '#6D78CE'],
  },
  {
    name: 'wonderland',
    label: '幻境',
    light: ['#068E76', '#DA345E', '#7A5BC7', '#C48806', '#145874'],
    dark: ['#51E9C6', '#FE728A', '#947AFF', '#FFD66B', '#6CA9BF'],
  },
  {
    name: 'chalk',
    label: '粉笔',
    light: ['#CD5078', '#1C98AB', '#B48F13', '#6A4C93', '#477635'],
    dark: ['#F78FA3', '#CEFFE8', '#F7F494', '#72CCFF', '#A683B2'],
    own: surface('#283340', '#33404F', '#3D4A59', '#566577', '#F3F6F8', '#CFD8E0', '#AAB8C4'),
  },
  {
    name: 'macarons',
    label: '马卡龙',
    light: ['#1FA39A', '#9968E5', '#426E8F', '#CF822A', '#C83B53'],
    dark: ['#12EEC7', '#E2D2FF', '#57A6FD', '#FDBA74', '#EF6F82'],
  },
  {
    name: 'shine',
    label: '明亮',
    light: ['#CA0020', '#CE830C', '#009AB6', '#004584', '#407B55'],
    dark: ['#F76362', '#FFBE31', '#4CD8EF', '#5A96F3', '#B9E3A4'],
  },
  {
    name: 'dark',
    label: '深色',
    light: ['#C04247', '#3FA08C', '#C78319', '#5060D7', '#713A76'],
    dark: ['#DD6B66', '#60D0B3', '#D5CA78', '#6981FF', '#F5A2E6'],
    own: surface('#1B2029', '#262D39', '#2E3644', '#434E60', '#E7EAF0', '#B9C2CF', '#98A3B4'),
  },
  {
    name: 'essos',
    label: '暖土',
    light: ['#7B1207', '#985B16', '#A49500', '#4D5C47', '#D17275'],
    dark: ['#D35847', '#F09F51', '#FFFE88', '#8BA389', '#FFD1C7'],
  },
  {
    name: 'walden',
    label: '湖畔',
    light: ['#398AFF', '#208766', '#625FA5', '#C58232', '#22575E'],
    dark: ['#AACCE0', '#6DFCD0', '#8C84E1', '#F0BD79', '#58969B'],
  },
  {
    name: 'infographic',
    label: '信息图',
    light: ['#B01030', '#1F7480', '#D08201', '#7E9B73', '#4A2F73'],
    dark: ['#ED5E68', '#75C6CA', '#F2C498', '#D6F222', '#A17FC9'],
  },
  {
    name: 'roma',
    label: '罗马',
    light: ['#C72D56', '#001852', '#3A8A79', '#B58A3C', '#838FBA'],
    dark: ['#FE577D', '#7B95FF', '#6FD6B8', '#F9D787', '#C6C3E8'],
  },
  {
    name: 'purple-passion',
    label: '紫韵',
    light: ['#6B4FC2', '#B74276', '#3992B9', '#CE8236', '#35255D'],
    dark: ['#8E80FF', '#F876AF', '#58CCF1', '#FFC98A', '#FFF2FF'],
    own: surface('#2A2440', '#372F52', '#3C345A', '#544A78', '#F3F0FA', '#CFC8E0', '#AEA5C6'),
  },
  {
    name: 'ocean',
    label: '深海（大屏）',
    light: PALETTES.light,
    // a wall is looked at from afar: its first colour is brighter than the accent of pages
    dark: ['#2FCBF2', '#5585FF', '#FFD257', '#C8F0DA', '#FF5476'],
    screen: screen(
      '#0D2F66',
      ['#0B2A5C', 'rgba(70,150,240,.20)', 'rgba(90,165,245,.42)'],
      ['#EAF6FF', '#B6D7F5', '#8FB8DE'],
      ['#2FCBF2', '#FFD257', '#2EE6A8', '#FF5476'],
      ['#0E2C5E', '#14498F', '#1B6CC4', '#2596E3', '#4FD2F7'],
    ),
  },
  {
    name: 'aurora',
    label: '极光（大屏）',
    light: ['#068E76', '#DA345E', '#7A5BC7', '#C48806', '#145874'],
    dark: ['#19FEC3', '#62B6E4', '#F4D55F', '#7378FD', '#F77380'],
    screen: screen(
      '#0B3B3F',
      ['#0A3237', 'rgba(64,210,180,.20)', 'rgba(84,220,190,.42)'],
      ['#E8FFF8', '#B5E6DA', '#8FC7BA'],
      ['#19FEC3', '#F4D55F', '#7BE495', '#FF7A87'],
      ['#0C3A3D', '#10605C', '#14897E', '#17B79F', '#3CF5CB'],
    ),
  },
  {
    name: 'amber',
    label: '熔金（大屏）',
    light: ['#B5452F', '#3E6B73', '#C1891C', '#5A3641', '#869973'],
    dark: ['#FEB238', '#4FB3E8', '#FFF8DF', '#EC5942', '#A0C192'],
    screen: screen(
      '#33260F',
      ['#2B200E', 'rgba(255,190,90,.18)', 'rgba(255,200,110,.38)'],
      ['#FFF8EA', '#F0D9B4', '#CFB68D'],
      ['#FEB238', '#FFE08A', '#8FE0A0', '#FF7C66'],
      ['#38290F', '#684714', '#9A6919', '#CC8D22', '#FFBC45'],
    ),
  },
  {
    name: 'nebula',
    label: '星云（大屏）',
    light: ['#6B4FC2', '#B74276', '#3992B9', '#CE8236', '#35255D'],
    dark: ['#9081FF', '#4FD0F5', '#F577AF', '#FFD56B', '#C9E7D0'],
    screen: screen(
      '#2A1E5C',
      ['#231950', 'rgba(150,130,255,.22)', 'rgba(170,150,255,.42)'],
      ['#F3F0FF', '#CFC6F5', '#ABA0DC'],
      ['#9081FF', '#FFD56B', '#5FE6B4', '#FF7597'],
      ['#2A2058', '#43349A', '#5B48C8', '#7866EE', '#A89BFF'],
    ),
  },
];

const BY_NAME = new Map(THEMES.map((theme) => [theme.name, theme]));
/** A theme by its name; `default` for names that are not known. */
export const themeOf = (name: string | null | undefined): ChartTheme => BY_NAME.get(name ?? '') ?? THEMES[0]!;
