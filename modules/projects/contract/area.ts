import * as z from 'zod';
import { defineContract, route, signedIn } from '#kit/contract/route.ts';

/** Six digits of GB/T 2260. */
export const AreaCode = z.string().regex(/^[1-9]\d{5}$/, '区划代码应为6位数字');

const areaFields = {
  id: AreaCode,
  code: AreaCode,
  parentCode: AreaCode.nullable(),
  name: z.string(),
  label: z.string(),
  /** 1 province, 2 city, 3 district */
  level: z.number().int(),
  /** '1': 市辖区, 县 and other headings of the code list that are not places */
  pseudo: z.enum(['0', '1']),
  pinyin: z.string(),
  leaf: z.boolean(),
};
/** 行政区划 */
export const Area = z.object(areaFields);
export type Area = z.output<typeof Area>;

/** An area with what lies below it; `children` is missing on a leaf. */
export const AreaNode = Area.extend({
  get children() {
    return z.array(AreaNode).optional();
  },
});
export type AreaNode = z.output<typeof AreaNode>;

/** Where the list comes from and what it does not contain. */
export const AreaSource = z.object({
  vintage: z.string(),
  sources: z.array(z.string()),
  gaps: z.array(z.string()),
  total: z.number().int(),
});

export const area = defineContract({
  tree: route.get('/api/project/sysArea/getAreaTree', { summary: '行政区划树', access: signedIn, reply: z.array(AreaNode) }),
  provinces: route.get('/api/project/sysArea/getProvince', { summary: '省级行政区划', access: signedIn, reply: z.array(Area) }),
  cities: route.get('/api/project/sysArea/getCity', {
    summary: '下级行政区划',
    access: signedIn,
    query: z.object({ code: AreaCode.optional(), provinceCode: AreaCode.optional() }),
    reply: z.array(Area),
  }),
  source: route.get('/api/project/sysArea/source', { summary: '行政区划数据说明', access: signedIn, reply: AreaSource }),
});
