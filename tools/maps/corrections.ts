/** Provinces and the files that hold them. */
export const PROVINCE_FILES: Readonly<Record<string, string>> = {
  '110000': 'beijing',
  '120000': 'tianjin',
  '130000': 'hebei',
  '140000': 'shanxi',
  '150000': 'neimenggu',
  '210000': 'liaoning',
  '220000': 'jilin',
  '230000': 'heilongjiang',
  '310000': 'shanghai',
  '320000': 'jiangsu',
  '330000': 'zhejiang',
  '340000': 'anhui',
  '350000': 'fujian',
  '360000': 'jiangxi',
  '370000': 'shandong',
  '410000': 'henan',
  '420000': 'hubei',
  '430000': 'hunan',
  '440000': 'guangdong',
  '450000': 'guangxi',
  '460000': 'hainan',
  '500000': 'chongqing',
  '510000': 'sichuan',
  '520000': 'guizhou',
  '530000': 'yunnan',
  '540000': 'xizang',
  '610000': 'shanxi1',
  '620000': 'gansu',
  '630000': 'qinghai',
  '640000': 'ningxia',
  '650000': 'xinjiang',
  '710000': 'taiwan',
  '810000': 'xianggang',
  '820000': 'aomen',
};

/** Areas of the files by the code they have since; areas that come to the same code are merged. */
export const RECODED: Readonly<Record<string, string>> = {
  '371200': '370100', // 莱芜市 → 济南市 (2019)
  '500228': '500155', // 梁平县 → 梁平区 (2016)
  '500232': '500156', // 武隆县 → 武隆区 (2016)
  '542400': '540600', // 那曲地区 → 那曲市 (2017)
  '652200': '650500', // 哈密地区 → 哈密市 (2016)
};

/**
 * Counties and cities of 台湾省, for which no codes are published: the customary ones of Chinese map services. 钓鱼岛 belongs to 宜兰县
 * and is kept as an area of its own so that it carries its name.
 */
export const TAIWAN: Readonly<Record<string, string>> = {
  台北市: '710100',
  高雄市: '710200',
  台南市: '710300',
  台中市: '710400',
  基隆市: '710700',
  新竹市: '710800',
  嘉义市: '710900',
  新北市: '711100',
  宜兰县: '711200',
  新竹县: '711300',
  桃园市: '711400',
  苗栗县: '711500',
  彰化县: '711700',
  南投县: '711800',
  嘉义县: '711900',
  云林县: '712100',
  屏东县: '712400',
  台东县: '712500',
  花莲县: '712600',
  澎湖县: '712700',
  金门县: '712800',
  连江县: '712900',
  中国属钓鱼岛: '711299',
};

/** Cities without an area of their own in the files (founded 2019 and later); they have a place, so that flows and bubbles find them. */
export const PLACES: Readonly<Record<string, readonly [lng: number, lat: number]>> = {
  '659010': [84.83, 44.69], // 胡杨河市
  '659011': [93.75, 42.8], // 新星市
  '659012': [82.98, 46.7], // 白杨市
};

/** Provinces whose name stands better elsewhere than at the point with the most room. */
export const LABELS: Readonly<Record<string, readonly [lng: number, lat: number]>> = {
  '110000': [116.4, 40.25],
  '120000': [117.35, 39.3],
  '130000': [115.3, 38.2],
  '150000': [112.6, 42.3],
  '310000': [121.5, 31.15],
  '620000': [103.9, 35.9],
  '810000': [114.15, 22.35],
  '820000': [113.55, 22.15],
};
