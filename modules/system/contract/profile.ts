import * as z from 'zod';
import { Day, Id, PageQuery, Phone, Time, Version, optionalText, pageReply, requiredText } from '#kit/contract/fields.ts';
import { defineContract, route, signedIn } from '#kit/contract/route.ts';
import { LoginLog, LoginLogSearch } from './login-log.ts';
import { Online } from './online.ts';
import { Sex } from './user.ts';

/** What people may change about themselves; rights, department and name are not among it. */
export const ProfileInput = z.object({
  nickname: requiredText(50, '昵称'),
  email: z.email('电子邮箱格式不正确').max(50, '电子邮箱不能超过50个字符').nullish(),
  phone: Phone.nullish(),
  /** 0 未知, 1 男, 2 女 (sys_user_sex) */
  sex: Sex.default('0'),
  birthday: Day.nullish(),
  avatar: optionalText(200, '头像'),
});
export const Profile = z.object({
  id: Id,
  version: z.number().int(),
  username: z.string(),
  nickname: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  sex: z.string(),
  birthday: z.string().nullable(),
  avatar: z.string().nullable(),
  deptName: z.string().nullable(),
  roleNames: z.array(z.string()),
  postNames: z.array(z.string()),
  passwordTime: Time,
  passwordExpireTime: Time.nullable(),
  lastLoginTime: Time.nullable(),
  lastLoginIp: z.string().nullable(),
  createTime: Time,
});

/** 我的操作 */
export const OwnOperation = z.object({
  id: Id,
  module: z.string(),
  title: z.string(),
  remoteAddr: z.string().nullable(),
  result: z.enum(['0', '1']),
  exMsg: z.string().nullable(),
  timeMs: z.number().int(),
  createTime: Time,
});

const PreferenceKey = z.object({ key: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9:._/-]{0,99}$/, '偏好名称不正确') });
const LONGEST_PREFERENCE = 64 * 1024;
const PreferenceValue = z.json().refine((value) => JSON.stringify(value).length <= LONGEST_PREFERENCE, '偏好内容不能超过64KB');

export const profile = defineContract({
  get: route.get('/system/users/profile', { summary: '个人信息', access: signedIn, reply: Profile }),
  update: route.put('/system/users/profile', {
    summary: '修改个人信息',
    access: signedIn,
    body: ProfileInput.extend({ version: Version }),
    reply: z.object({ version: z.number().int() }),
    audit: '修改个人信息',
  }),
  avatar: route.post('/system/users/profile/avatar', {
    summary: '修改头像',
    access: signedIn,
    body: z.object({ fileName: requiredText(200, '头像文件') }),
    reply: z.object({ avatar: z.string() }),
    audit: '修改头像',
  }),
  devices: route.get('/system/users/profile/devices', {
    summary: '我的登录设备',
    access: signedIn,
    reply: z.array(Online.omit({ userId: true, username: true, nickname: true, deptName: true })),
  }),
  endDevice: route.delete('/system/users/profile/devices/:id', {
    summary: '退出我的某个设备',
    access: signedIn,
    params: z.object({ id: Id }),
    reply: z.null(),
    audit: '退出登录设备',
  }),
  loginLogs: route.get('/system/users/profile/login/logs', {
    summary: '我的登录日志',
    access: signedIn,
    query: PageQuery.extend(LoginLogSearch.pick({ startTime: true, endTime: true }).shape),
    reply: pageReply(LoginLog),
  }),
  operations: route.get('/system/users/profile/logs', {
    summary: '我的操作日志',
    access: signedIn,
    query: PageQuery.extend(LoginLogSearch.pick({ startTime: true, endTime: true }).shape),
    reply: pageReply(OwnOperation),
  }),
  preference: route.get('/system/users/profile/preferences/:key', {
    summary: '读取个人偏好',
    access: signedIn,
    params: PreferenceKey,
    reply: z.object({ value: z.json() }),
  }),
  /** Without `audit`: column widths and recent pages are not worth a row in the operation log. */
  savePreference: route.put('/system/users/profile/preferences/:key', {
    summary: '保存个人偏好',
    access: signedIn,
    params: PreferenceKey,
    body: z.object({ value: PreferenceValue }),
    reply: z.null(),
  }),
});
