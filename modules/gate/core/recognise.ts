import type { Recogniser } from '../contract/classify.ts';

/*
 * Recognisers: does one text look like a value of a kind? Where a standard defines a check digit it decides.
 */

/** Codes of provinces in GB/T 2260, the first two digits of an identity number. */
const PROVINCES = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91'.split(' '),
);
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const ID_CHECKS = '10X98765432';

const isDay = (year: number, month: number, day: number): boolean => {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
};

/** 公民身份号码, GB 11643-1999: area, date of birth, order, check character by ISO 7064 MOD 11-2. */
export function isIdCard(text: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(text) || !PROVINCES.has(text.slice(0, 2)) || text.slice(2, 6) === '0000') return false;
  const year = Number(text.slice(6, 10));
  if (year < 1880 || year > 2099 || !isDay(year, Number(text.slice(10, 12)), Number(text.slice(12, 14)))) return false;
  const sum = ID_WEIGHTS.reduce((total, weight, i) => total + weight * Number(text[i]), 0);
  return ID_CHECKS[sum % 11] === text[17]!.toUpperCase();
}

const CREDIT_CHARS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** 登记管理部门 and 机构类别 of GB 32100-2015, table 1. */
const CREDIT_KINDS: Record<string, string> = {
  '1': '1239',
  '2': '19',
  '3': '123459',
  '4': '19',
  '5': '1239',
  '6': '129',
  '7': '129',
  '8': '19',
  '9': '123',
  A: '19',
  N: '1239',
  Y: '1',
};

/** 统一社会信用代码, GB 32100-2015: weights 3^i mod 31 over 17 characters; the part of GB 11714 inside is checked too. */
export function isCreditCode(text: string): boolean {
  const code = text.toUpperCase();
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code)) return false;
  if (!CREDIT_KINDS[code[0]!]?.includes(code[1]!)) return false;
  let sum = 0;
  let weight = 1;
  for (let i = 0; i < 17; i++) {
    sum += CREDIT_CHARS.indexOf(code[i]!) * weight;
    weight = (weight * 3) % 31;
  }
  return CREDIT_CHARS[(31 - (sum % 31)) % 31] === code[17] && isOrgCode(code.slice(8, 17));
}

const ORG_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];
/** 组织机构代码, GB 11714-1997: eight characters and a check character by MOD 11. */
export function isOrgCode(text: string): boolean {
  const code = text.toUpperCase().replace('-', '');
  if (!/^[0-9A-Z]{8}[0-9X]$/.test(code)) return false;
  const sum = ORG_WEIGHTS.reduce((total, weight, i) => total + weight * parseInt(code[i]!, 36), 0);
  const check = 11 - (sum % 11);
  return (check === 10 ? 'X' : check === 11 ? '0' : String(check)) === code[8];
}

/** 银行卡: a number of 16 to 19 digits of a network that issues cards in China, check digit by Luhn (GB/T 15694). */
export function isBankCard(text: string): boolean {
  const digits = text.replaceAll(' ', '');
  if (!/^(62|60|81|4|5[1-5]|2[2-7]|3[4-7]|35|9[0-9])\d+$/.test(digits)) return false;
  if (digits.length < 15 || digits.length > 19 || (digits.length === 15 && !/^3[47]/.test(digits))) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits.at(-1 - i));
    sum += i % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9;
  }
  return sum % 10 === 0 && new Set(digits).size > 1;
}

/** 移动电话: segments that 工信部 has given out; 10, 11, 12 and 140–144 are none. */
export const isMobile = (text: string): boolean =>
  /^(?:\+?86[- ]?)?1(?:3\d|4[5-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])[- ]?\d{4}[- ]?\d{4}$/.test(text);

/** 固定电话 with its area code; 400 and 800 numbers. */
export const isPhone = (text: string): boolean =>
  /^(?:\(?0(?:10|2\d|[3-9]\d{2})\)?[- ]?[2-8]\d{6,7}(?:[-转]\d{1,6})?|[48]00-?\d{3}-?\d{4})$/.test(text);

export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/.test(text);

/** 机动车号牌, GA 36: six or, with new energy, seven marks after the province. */
export const isPlate = (text: string): boolean =>
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-Z][·. ]?(?:[A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]|[DF][A-HJ-NP-Z0-9]\d{4}|\d{5}[DF])$/.test(
    text,
  );

const IP6 = /^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$/i;
/** IPv4 or IPv6 address. */
export function isIp(text: string): boolean {
  const parts = text.split('.');
  if (parts.length === 4) return parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
  if (!/^[0-9a-f:]+$/i.test(text) || !text.includes(':')) return false;
  if (IP6.test(text)) return true;
  const halves = text.split('::');
  if (halves.length !== 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  return groups.length <= 7 && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}

const SURNAMES = new Set(
  [
    '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金',
    '石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章',
    '鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟',
    '艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄',
    '丛仲虞敖巩明佘池查麻苑迟邝官封谈匡鞠惠荆乐冀郁胥南班储原栗燕楚鄢劳谌奚皮粟冼蔺楼盘满闻位厉伊仝区郜海阚花权强帅屠豆朴盖练',
    '廉禹井祖漆巴丰支卿国狄平计索宣晋相初门云容敬来扈晁芮都普阙浦戈伏鹿薄邸雍辜羊阿乌母裘亓修邰赫杭况那宿鲜印逯隆茹诺战慕危玉',
    '银亢嵇公哈湛宾戎勾茅利於呼居揭干但尉冶斯元束檀衣信展阴昝智幸奉植衡富尧闭由',
  ].join(''),
);
const DOUBLE_SURNAMES =
  /^(?:欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|夏侯|司徒|端木|南宫|独孤|长孙|宇文|轩辕|百里|呼延|东郭|西门|拓跋|闻人|澹台)/;
const NO_NAME_ENDS = /[省市县区镇乡村街路部处科局所院司厂店室组队会社中心公司集团有限类型级别状态]$/;
/** Words that begin with a family name. */
const NO_NAME_STARTS = [
  '安全 安装 成本 成功 平台 国家 国际 金额 高级 中级 文件 文档 项目 计划 管理 方案',
  '万元 明细 连接 成品 平均 全部 应收 应付 时间 常规 单位 房屋 施工 车辆 温度 石油',
  '花费 商品 金属 白色 黄色 蓝色 红色 银行 华北 华东 华南 江苏 江西 云南 海南 宁夏',
  '吉林 贵州 广东',
].flatMap((line) => line.split(' '));
/** 姓名: a family name of the list and one or two more characters (a double one: up to three); minorities' names with a dot. */
export function isName(text: string): boolean {
  if (!/^[\u4e00-\u9fff]{2,4}$/.test(text)) return /^[\u4e00-\u9fff]{2,8}·[\u4e00-\u9fff]{2,8}$/.test(text);
  if (NO_NAME_ENDS.test(text) || NO_NAME_STARTS.some((word) => text.startsWith(word))) return false;
  if (DOUBLE_SURNAMES.test(text)) return text.length >= 3;
  return text.length <= 3 && SURNAMES.has(text[0]!);
}

/** 住址: at least two steps of an address, and a number or a building. */
export const isAddress = (text: string): boolean =>
  text.length >= 6 &&
  text.length <= 120 &&
  (text.match(/[省市区县镇乡村街道路巷弄]/g) ?? []).length >= 2 &&
  /\d+\s*(?:号|栋|幢|楼|单元|室|弄|组)|[街路巷村道弄][^，,]{0,12}\d/.test(text);

/** Secrets as programs store or issue them: password hashes in crypt and PHC formats, LDAP schemes, JSON web tokens, keys of known issuers, PEM. */
export const isCredential = (text: string): boolean =>
  /^(?:\$(?:1|2[abxy]?|5|6|y|argon2(?:id?|d)?|pbkdf2[a-z0-9-]*|scrypt)\$|\{(?:S?SHA\d*|SMD5|CRYPT|bcrypt|noop)\}|pbkdf2_sha\d+\$)\S{8,}$/.test(
    text,
  ) ||
  /^eyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*$/.test(text) ||
  /^(?:gl(?:pat|rt|dt|ptt|soat)-|gh[oprsu]_|github_pat_|xox[abpr]-|AKIA|ASIA|sk_(?:live|test)_|LTAI|AKID)[\w-]{10,}$/.test(text) ||
  text.startsWith('-----BEGIN ');

const CHECKS: Record<Recogniser, (text: string) => boolean> = {
  idCard: isIdCard,
  creditCode: isCreditCode,
  orgCode: isOrgCode,
  bankCard: isBankCard,
  mobile: isMobile,
  phone: isPhone,
  email: isEmail,
  plate: isPlate,
  name: isName,
  address: isAddress,
  ip: isIp,
  credential: isCredential,
};
export const isRecogniser = (name: string | null): name is Recogniser => name !== null && Object.hasOwn(CHECKS, name);
/** True when the whole text is a value of the kind. */
export const recognises = (recogniser: Recogniser, text: string): boolean => CHECKS[recogniser](text.trim());
