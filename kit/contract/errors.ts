/**
 * All errors that a caller can receive: key → [HTTP status, default Chinese message]. A new error is one line here; the message says what
 * the reader can do.
 */
export const ERRORS = {
  // a question and no failure, which browsers would report on their console
  'flow.asked': [202, '提交前请确认审批人'],
  'input.invalid': [400, '请求参数不正确，请检查后重试'],
  'auth.required': [401, '请先登录'],
  // of published data APIs: no session is behind them, so none ends
  'api.keyMissing': [401, '请在请求头 api_key 中提供密钥'],
  'api.keyInvalid': [401, '密钥无效、已过期或已吊销'],
  'api.signature': [401, '签名不正确'],
  'api.notSubscribed': [403, '应用没有订阅该API，或订阅已到期、暂停或关闭'],
  'api.offline': [404, 'API不存在或已下线'],
  'api.tooLarge': [422, '返回内容过大，请减小每页条数或返回字段'],
  'api.quota': [429, '调用次数已超过限流，请稍后再试'],
  'api.overload': [503, '数据源暂不可用，请稍后重试'],
  'auth.noPermission': [403, '没有权限，请联系管理员授权'],
  'route.notFound': [404, '网络请求不存在'],
  'entity.notFound': [404, '数据不存在或已删除，请刷新后重试'],
  'share.closed': [404, '分享链接不存在、已失效或已被撤销'],
  'embed.closed': [404, '该内容未开放嵌入，或嵌入应用已禁用'],
  'file.notFound': [404, '文件不存在或已删除'],
  'route.methodNotAllowed': [405, '请求方式不支持'],
  'entity.duplicate': [409, '数据已存在，请修改后重试'],
  'entity.inUse': [409, '数据正在使用，不能删除'],
  'record.similar': [409, '发现可能重复的记录，请核对后再保存'],
  'file.inUse': [409, '文件正在使用，不能删除'],
  'entity.versionConflict': [409, '数据已被他人修改，请核对后重新保存'],
  'idempotency.mismatch': [409, '同一幂等键的请求内容不一致'],
  'idempotency.running': [409, '相同的请求正在处理，请稍后查看结果'],
  'console.confirmRequired': [409, '该语句将修改数据，请确认后执行'],
  'transfer.stale': [409, '试运行之后有内容发生了变化，请重新试运行后再导入'],
  'version.changed': [409, '内容已更新，正在刷新'],
  'input.tooLarge': [413, '提交的内容过大'],
  'input.wrongType': [415, '不支持的内容类型'],
  'file.tooLarge': [413, '文件超过大小限制'],
  'file.wrongType': [415, '文件内容与类型不符，请上传允许的文件类型'],
  'file.quotaExceeded': [422, '存储空间不足，无法继续上传'],
  'rule.broken': [422, '操作不符合业务规则'],
  'flow.closed': [422, '该记录正在审批或已审结，不能执行此操作'],
  'flow.notConfigured': [422, '业务流程未配置'],
  'flow.ended': [422, '流程已结束'],
  'task.taken': [422, '任务已被处理'],
  'task.notYours': [422, '无权办理该任务'],
  'auth.badCredentials': [422, '用户名或密码错误'],
  'share.password': [422, '请输入正确的访问密码'],
  'embed.token': [422, '嵌入令牌不正确或已过期'],
  'auth.accountClosed': [422, '账号不能登录，请联系管理员'],
  'auth.captchaRequired': [422, '请输入正确的验证码'],
  'auth.passwordRule': [422, '用户密码必须包含大小写字母、数字和特殊字符'],
  'grant.beyondOwn': [422, '不能授予自己没有的权限'],
  'import.invalid': [422, '导入文件有错误，请下载错误清单修改后重试'],
  'outbound.refused': [422, '该外部地址不允许访问'],
  'gate.refused': [422, '该查询未通过数据安全检查'],
  'auth.locked': [423, '屏幕已锁定，请先解锁'],
  'auth.mustChangePassword': [428, '首次登录或密码已过期，请先修改密码'],
  'throttle.exceeded': [429, '操作过于频繁，请稍后再试'],
  // nobody hears it: it stands in logs, apart from what failed here
  'api.callerGone': [499, '调用方已断开连接'],
  'server.failure': [500, '系统错误'],
  'source.unreachable': [502, '数据源无法连接'],
  'service.failed': [502, '后端服务调用失败，请稍后重试'],
  'service.fault': [502, '后端服务返回错误'],
  'outbound.failed': [502, '外部地址无法连接'],
  'server.unavailable': [503, '服务暂不可用，请稍后重试'],
  'service.timeout': [504, '后端服务响应超时，请稍后重试'],
  'outbound.timeout': [504, '外部地址响应超时'],
  'source.timeout': [504, '数据源响应超时'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorKey = keyof typeof ERRORS;

/**
 * The only error class thrown on purpose. `detail` is sent to the caller as `data`; never put secrets in it.
 *
 *     throw new AppError('source.unreachable', `无法连接数据源：${name}`, { host }, { cause: e });
 */
export class AppError extends Error {
  readonly key: ErrorKey;
  readonly detail: unknown;

  constructor(key: ErrorKey, message: string = ERRORS[key][1], detail: unknown = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.key = key;
    this.detail = detail;
  }

  get status(): number {
    return ERRORS[this.key][0];
  }
}
