/** Below the prefix of all calls: what published APIs are called at. */
export const CALL_PREFIX = '/data/api/services';
/** With the prefix of the platform. */
export const callPath = ({ apiVersion, apiUrl }: { apiVersion: string; apiUrl: string }): string =>
  `/sjzt-datax${CALL_PREFIX}/${apiVersion}${apiUrl}`;
