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
/** Rarer ones, some of which are words as well: they say what the family name of a person is, not that a text is a person. */
const RARE_DOUBLE_SURNAMES =
  /^(?:万俟|赫连|濮阳|淳于|单于|太叔|申屠|公羊|公冶|宗政|仲孙|钟离|鲜于|闾丘|司空|亓官|司寇|子车|颛孙|巫马|公西|漆雕|乐正|壤驷|公良|夹谷|宰父|谷梁|段干|东门|南门|羊舌|微生|梁丘|左丘|东宫|第五|纳兰|叶赫|完颜|耶律)/;
const NO_NAME_ENDS = /[省市县区镇乡村街路部处科局所院司厂店室组队会社中心公司集团有限类型级别状态]$/;
/** Words that begin with a family name. */
const NO_NAME_STARTS = [
  '安全 安装 成本 成功 平台 国家 国际 金额 高级 中级 文件 文档 项目 计划 管理 方案',
  '万元 明细 连接 成品 平均 全部 应收 应付 时间 常规 单位 房屋 施工 车辆 温度 石油',
  '花费 商品 金属 白色 黄色 蓝色 红色 银行 华北 华东 华南 江苏 江西 云南 海南 宁夏',
  '吉林 贵州 广东',
].flatMap((line) => line.split(' '));

const isPersonName = (text: string): boolean => {
  // names of minorities, whose parts are joined by a dot
  if (!/^[\u4e00-\u9fff]{2,4}$/.test(text)) return /^[\u4e00-\u9fff]{2,8}·[\u4e00-\u9fff]{2,8}$/.test(text);
  if (NO_NAME_ENDS.test(text) || NO_NAME_STARTS.some((word) => text.startsWith(word))) return false;
  if (DOUBLE_SURNAMES.test(text)) return text.length >= 3;
  return text.length <= 3 && SURNAMES.has(text[0]!);
};

/** What is wrong with a 姓名: a family name of the list and one or two more characters (a double one: up to three). */
export const personNameProblem = (text: string): string | null => (isPersonName(text) ? null : '姓名应为常见姓氏加1至2个汉字');

/** How many characters of a name are its family name. */
export const familyNameLength = (name: string): 1 | 2 => (DOUBLE_SURNAMES.test(name) || RARE_DOUBLE_SURNAMES.test(name) ? 2 : 1);
