import type { Format } from '../../contract/field.ts';

const NAME = /(率|占比|比重|比例|百分比)(（[^（）]*）)?$/;
const ID = /(^|_)(rate|ratio|pct|percent|margin)$/i;
/** Rates that are no part of a whole. */
const OTHER = /(汇率|速率|频率|功率|倍率|分辨率|心率|斜率|效率)(（[^（）]*）)?$/;

/** How a part of one is written. */
export const RATIO_FORMAT: Format = { kind: 'percent', digits: null, scale: 'none', thousands: true };

/** Whether a figure is by its name a part of a whole: 利润率, 占比, `win_rate`. */
export const isRatioName = (name: string, id = ''): boolean => !OTHER.test(name) && (NAME.test(name) || ID.test(id));
