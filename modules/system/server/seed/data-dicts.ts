import type { DictSeed } from '#kit/server/module.ts';

/** Dictionaries of the data modules; codes and labels are those of the product family. */
export const dataDicts: readonly DictSeed[] = [
  {
    code: 'data_db_type',
    name: '数据库类型',
    items: [
      ['1', 'MySql数据库'],
      ['2', 'MariaDB数据库'],
      ['3', 'Oracle11g及以下数据库'],
      ['4', 'Oracle12c+数据库'],
      ['5', 'PostgreSql数据库'],
      ['6', 'SQLServer2008及以下数据库'],
      ['7', 'SQLServer2012+数据库'],
      ['8', '其他数据库'],
    ],
  },
  {
    code: 'data_req_method',
    name: '请求方式',
    items: [
      ['GET', 'GET'],
      ['POST', 'POST'],
    ],
  },
  {
    code: 'data_res_type',
    name: '返回格式',
    items: [
      ['JSON', 'JSON'],
    ],
  },
  {
    code: 'data_config_type',
    name: '配置方式',
    items: [
      ['1', '表引导模式'],
      ['2', '脚本模式'],
    ],
  },
  {
    code: 'data_where_type',
    name: 'SQL操作符',
    items: [
      ['1', '等于'],
      ['2', '不等于'],
      ['3', '全模糊查询'],
      ['4', '左模糊查询'],
      ['5', '右模糊查询'],
      ['6', '大于'],
      ['7', '大于等于'],
      ['8', '小于'],
      ['9', '小于等于'],
      ['10', '是否为空'],
      ['11', '是否不为空'],
      ['12', 'IN'],
    ],
  },
  {
    code: 'data_param_type',
    name: '参数类型',
    items: [
      ['1', '字符串'],
      ['2', '整型'],
      ['3', '浮点型'],
      ['4', '时间'],
      ['5', '集合'],
    ],
  },
  {
    code: 'data_cipher_type',
    name: '脱敏类型',
    items: [
      ['1', '正则替换'],
      ['2', '加密算法'],
    ],
  },
  {
    code: 'data_regex_crypto',
    name: '正则规则类型',
    items: [
      ['1', '中文姓名'],
      ['2', '身份证号'],
      ['3', '固定电话'],
      ['4', '手机号码'],
      ['5', '地址'],
      ['6', '电子邮箱'],
      ['7', '银行卡号'],
      ['8', '公司开户银行联号'],
    ],
  },
  {
    code: 'data_algorithm_crypto',
    name: '加密规则类型',
    items: [
      ['1', 'BASE64加密'],
      ['2', 'MD5加密'],
      ['3', 'SHA_1加密'],
      ['4', 'SHA_256加密'],
      ['5', 'AES加密'],
      ['6', 'DES加密'],
    ],
  },
  {
    code: 'data_api_status',
    name: 'API状态',
    items: [
      ['1', '待发布'],
      ['2', '已发布'],
      ['3', '已下线'],
    ],
  },
  {
    code: 'data_aggregate_type',
    name: '聚合函数',
    items: [
      ['AVG', '平均值'],
      ['COUNT', '计数'],
      ['MAX', '最大值'],
      ['MIN', '最小值'],
      ['SUM', '求和'],
    ],
  },
  {
    code: 'data_service_type',
    name: '服务类型',
    items: [
      ['1', 'http接口'],
      ['2', 'webservice接口'],
    ],
  },
  {
    code: 'data_query_type',
    name: '查询方式',
    items: [
      ['eq', '='],
      ['ne', '!='],
      ['gt', '>'],
      ['ge', '>='],
      ['lt', '<'],
      ['le', '<='],
      ['like', 'like'],
      ['between', 'between'],
    ],
  },
  {
    code: 'data_html_type',
    name: '显示类型',
    items: [
      ['input', '文本框'],
      ['textarea', '文本域'],
      ['select', '下拉框'],
      ['radio', '单选框'],
      ['checkbox', '复选框'],
      ['datetime', '日期控件'],
      ['number', '数字值'],
    ],
  },
  {
    code: 'data_type_oracle',
    name: 'ORACLE数据类型',
    items: [
      ['char', '字符串'],
      ['number', '数值'],
      ['date', '日期'],
      ['clob', '长文本'],
    ],
  },
  {
    code: 'data_type_mysql',
    name: 'MYSQL数据类型',
    items: [
      ['tinyint', 'tinyint整型'],
      ['int', 'int整型'],
      ['bigint', 'bigint整型'],
      ['float', '单精度'],
      ['double', '双精度'],
      ['decimal', '定点数'],
      ['char', '定长字符串'],
      ['varchar', '变长字符串'],
      ['text', '长文本'],
      ['date', 'date日期'],
      ['time', 'time日期'],
      ['year', 'year日期'],
      ['datetime', 'datetime日期'],
    ],
  },
  {
    code: 'data_contrast_status',
    name: '字典对照状态',
    items: [
      ['0', '未对照'],
      ['1', '已对照'],
    ],
  },
  {
    code: 'data_sync_status',
    name: '同步状态',
    items: [
      ['0', '未同步'],
      ['1', '同步中'],
      ['2', '已同步'],
      ['3', '同步失败'],
    ],
  },
  {
    code: 'data_classify_level',
    name: '敏感级别',
    items: [
      ['1', '公开'],
      ['2', '内部'],
      ['3', '敏感'],
      ['4', '机密'],
    ],
  },
];
