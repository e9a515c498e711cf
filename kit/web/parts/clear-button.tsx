import { CloseCircleFilled } from '@ant-design/icons';

/** For `allowClear` of inputs: the button that empties it has a name. */
export const clearButton = { clearIcon: <CloseCircleFilled aria-label="清除" /> };
