import { parseCron, RULES, type Cron, type Field, type FieldName, type Part } from '#kit/contract/cron.ts';

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];
const NTH = ['一', '二', '三', '四', '五'];
const MAX_TIMES = 4;

const two = (value: number): string => String(value).padStart(2, '0');
const weekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? '';
/** The single value of a field. */
const only = (field: Field): number | null => (field?.length === 1 && field[0]?.kind === 'value' ? field[0].value : null);
/** The values of a field that lists nothing but values. */
const values = (field: Field): number[] | null =>
  field?.every((part) => part.kind === 'value') ? field.map((part) => (part as { value: number }).value) : null;

/** A plain Chinese sentence for an expression: 每天 02:30, 每月最后一天 00:00, 每隔 5 分钟. Throws CronProblem. */
export function describeCron(text: string): string {
  const cron = parseCron(text);
  const date = dateText(cron);
  const time = timeText(cron);
  const isRepeating = /^每/.test(time);
  return date === '每天' && isRepeating ? time : `${date}${isRepeating ? '，' : ' '}${time}`;
}

function dateText({ day, month, weekday }: Cron): string {
  const months = month === null ? null : list(month, 'month', ' 月', '个月');
  if (weekday !== null) {
    const inMonth = weekday.some((part) => part.kind === 'nth' || part.kind === 'lastOf');
    const days = weekday.map((part) => weekdayText(part)).join('、');
    if (months === null) return `${inMonth ? '每月' : '每'}${days}`;
    return `每年 ${months}的${inMonth ? '' : '每'}${days}`;
  }
  if (day === null) return months === null ? '每天' : `每年 ${months}的每天`;
  const days = dayText(day);
  return months === null ? `每月${days}` : `每年 ${months}${/^\s/.test(days) ? '' : '的'}${days}`;
}

function weekdayText(part: Part): string {
  switch (part.kind) {
    case 'value':
      return weekdayName(part.value);
    case 'range':
      return `${weekdayName(part.from)}至${weekdayName(part.to)}`;
    case 'step':
      return `${weekdayName(part.from)}起每隔 ${part.step} 天（至${weekdayName(part.to)}）`;
    case 'nth':
      return `第${NTH[part.nth - 1]}个${weekdayName(part.weekday)}`;
    case 'lastOf':
      return `最后一个${weekdayName(part.weekday)}`;
    default:
      return '';
  }
}

function dayText(day: readonly Part[]): string {
  const plain = values(day);
  if (plain) return ` ${plain.join('、')} 日`;
  return day
    .map((part) => {
      if (part.kind === 'last') return '最后一天';
      if (part.kind === 'lastWorkday') return '最后一个工作日';
      if (part.kind === 'nearest') return `离 ${part.day} 日最近的工作日`;
      return ` ${list([part], 'day', ' 日', '天')}`;
    })
    .join('、');
}

/** Values, ranges and steps of a field: 1、4 月, 9 至 17 点, 8 点起每隔 2 小时. */
function list(field: readonly Part[], name: FieldName, unit: string, stepUnit: string): string {
  const plain = values(field);
  if (plain) return `${plain.join('、')}${unit}`;
  return field
    .map((part) => {
      if (part.kind === 'range') return `${part.from} 至 ${part.to}${unit}`;
      if (part.kind !== 'step') return part.kind === 'value' ? `${part.value}${unit}` : '';
      const end = part.to === RULES[name].max ? '' : ` 至 ${part.to}${unit}`;
      return end ? `${part.from}${end}每隔 ${part.step} ${stepUnit}` : `${part.from}${unit}起每隔 ${part.step} ${stepUnit}`;
    })
    .join('、');
}

function timeText({ second, minute, hour }: Cron): string {
  const s = only(second);
  const m = only(minute);
  const hours = values(hour);
  if (s !== null && m !== null && hours && hours.length <= MAX_TIMES)
    return hours.map((h) => `${two(h)}:${two(m)}${s === 0 ? '' : `:${two(s)}`}`).join('、');

  const seconds = s === 0 ? '' : unitText(second, 'second', '秒', '秒');
  const minutes = unitText(minute, 'minute', '分', '分钟');
  const everyHour = hour === null;
  const start = everyHour ? '' : hourText(hour);
  // 每秒 and 每隔 10 秒 say nothing of minutes that are all of them
  if (minute === null && seconds.startsWith('每')) return join(start, seconds);
  if (minute === null) return join(start, seconds ? `每分钟的${seconds}` : '每分钟');
  if (minutes.startsWith('每')) return join(start, seconds ? `${minutes}的${seconds}` : minutes);
  if (m === 0 && s === 0) return everyHour ? '每小时整点' : /每隔/.test(start) ? start : `${start}，每小时整点`;
  const hourly = everyHour ? `每小时的${minutes}` : `${start}的${minutes}`;
  return seconds ? `${hourly}，${seconds}` : hourly;
}
const join = (start: string, rest: string): string => (start === '' ? rest : `${start}，${rest}`);

function hourText(hour: readonly Part[]): string {
  const [part] = hour;
  if (hour.length === 1 && part?.kind === 'step' && isEven(part, 24)) return `每隔 ${part.step} 小时`;
  return list(hour, 'hour', ' 点', '小时');
}

/** Steps that go on evenly across the end of the field. */
const isEven = (part: Extract<Part, { kind: 'step' }>, size: number): boolean =>
  part.from === 0 && part.to === size - 1 && size % part.step === 0;

function unitText(field: Field, name: 'second' | 'minute', unit: string, stepUnit: string): string {
  if (field === null) return `每${stepUnit}`;
  const [part] = field;
  if (field.length === 1 && part?.kind === 'step' && isEven(part, 60)) return `每隔 ${part.step} ${stepUnit}`;
  return `第 ${list(field, name, ` ${unit}`, stepUnit)}`;
}
