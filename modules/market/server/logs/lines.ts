import { copyValue } from '#kit/server/db/copy.ts';

/** One call of a data API. */
export interface CallLine {
  readonly callerDate: Date;
  readonly apiId: string | null;
  /** the application */
  readonly callerId: string | null;
  readonly keyId: string | null;
  readonly httpStatus: number;
  readonly errorKey: string | null;
  /** milliseconds */
  readonly time: number;
  /** milliseconds for the rows, waiting for the source included; null when nothing was asked */
  readonly queryTime: number | null;
  /** of them, waiting for a place at the source, and masking and writing the rows */
  readonly queueTime: number | null;
  readonly encodeTime: number | null;
  /** rows of the answer */
  readonly callerSize: number;
  readonly bytes: number;
  readonly isCached: boolean;
  readonly reqMethod: string;
  readonly callerIp: string;
  readonly callerUrl: string;
  readonly callerParams: string;
  readonly msg: string;
  readonly requestId: string;
  readonly traceId: string | null;
}

/** One call of a service, or one step of a chain. Headers, parameters and messages hold no secret and nothing masked: the caller sees to it. */
export interface ServiceLine {
  readonly callerDate: Date;
  readonly serviceId: string | null;
  /** the application */
  readonly callerId: string | null;
  readonly keyId: string | null;
  readonly httpStatus: number;
  readonly errorKey: string | null;
  /** milliseconds */
  readonly time: number;
  /** what the outside server answered; null when it was not asked */
  readonly upstreamStatus: number | null;
  readonly bytes: number;
  /** name of the step of a chain; null for the whole call */
  readonly step: string | null;
  /** host and path that were asked */
  readonly target: string | null;
  readonly callerIp: string;
  readonly callerHeader: string;
  readonly callerParam: string;
  readonly callerSoap: string;
  readonly msg: string;
  readonly requestId: string;
  readonly traceId: string | null;
}

/** What stands at the beginning of a line says which table it goes to. */
export const KINDS = { api: 'A', service: 'S' } as const;
export type LineKind = keyof typeof KINDS;
/** Columns in the order of the lines; the first twelve of an API hold nothing that has to be escaped. */
export const TARGETS: Readonly<Record<LineKind, string>> = {
  api: `market_api_log (id, caller_date, api_id, caller_id, key_id, http_status, status, error_key, time, query_time, caller_size, bytes, is_cached,
    req_method, caller_ip, caller_url, caller_params, msg, request_id, trace_id, node, queue_time, encode_time)`,
  service: `market_service_log (id, caller_date, service_id, caller_id, key_id, http_status, status, error_key, time, upstream_status, bytes, step,
    target, caller_ip, caller_header, caller_param, caller_soap, msg, request_id, trace_id, node)`,
};

const NONE = String.raw`\N`;
const MAX_TEXT = 2000;
const MAX_PART = 1000;
const MAX_URL = 255;
const text = (value: string, most: number): string => copyValue(value.length > most ? value.slice(0, most) : value);
const success = (status: number): string => (status >= 200 && status < 400 ? '1' : '0');

/** A line in the text form of COPY with its kind in front; ends with a line break. */
export function apiLine(line: CallLine, id: string, node: string): string {
  return `A\t${id}\t${line.callerDate.toISOString()}\t${line.apiId ?? NONE}\t${line.callerId ?? NONE}\t${line.keyId ?? NONE}\t${line.httpStatus}\t${success(line.httpStatus)}\t${line.errorKey ?? NONE}\t${line.time}\t${line.queryTime ?? NONE}\t${line.callerSize}\t${line.bytes}\t${line.isCached ? 't' : 'f'}\t${line.reqMethod}\t${copyValue(line.callerIp)}\t${text(line.callerUrl, MAX_URL)}\t${text(line.callerParams, MAX_TEXT)}\t${text(line.msg, MAX_TEXT)}\t${copyValue(line.requestId)}\t${copyValue(line.traceId)}\t${node}\t${line.queueTime ?? NONE}\t${line.encodeTime ?? NONE}\n`;
}
export function serviceLine(line: ServiceLine, id: string, node: string): string {
  const known = [id, line.callerDate.toISOString(), line.serviceId, line.callerId, line.keyId, line.httpStatus, success(line.httpStatus)];
  const told = [line.errorKey, line.time, line.upstreamStatus, line.bytes, line.step, line.target, line.callerIp];
  const parts = [line.callerHeader, line.callerParam, line.callerSoap].map((part) => part.slice(0, MAX_PART));
  const last = [line.msg.slice(0, MAX_TEXT), line.requestId, line.traceId, node];
  return `S\t${[...known, ...told, ...parts, ...last].map((value) => copyValue(value === null ? null : String(value))).join('\t')}\n`;
}
