const q = encodeURIComponent;

/** A model in its designer, at one of its tabs. */
export const modelPath = (id: string, tab?: string): string => `/masterdata/datamodel?model=${q(id)}${tab ? `&tab=${q(tab)}` : ''}`;
/** The records of a model. */
export const dataPath = (modelId: string): string => `/masterdata/datamanage?model=${q(modelId)}`;
/** The duplicates of a model, at one of its groups. */
export const duplicatesPath = (modelId: string, groupId?: string): string =>
  `/masterdata/duplicate?model=${q(modelId)}${groupId ? `&group=${q(groupId)}` : ''}`;
/** One record on its page. */
export const recordPath = (modelId: string, id: string): string => `${dataPath(modelId)}&record=${q(id)}`;
