/** 服务日志 with the lines of one call and its steps. */
export const logOfTrace = (traceId: string): string => `/market/servicelog?traceId=${encodeURIComponent(traceId)}`;
