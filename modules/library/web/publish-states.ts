/** How lists of documents with drafts are narrowed. */
export const PUBLISH_STATES = [
  { value: '1', label: '已发布' },
  { value: 'changed', label: '有未发布修改' },
  { value: '0', label: '未发布' },
] as const;
type State = (typeof PUBLISH_STATES)[number]['value'];
const isState = (value: string | null): value is State => PUBLISH_STATES.some((one) => one.value === value);

/** The filter of a list as calls take it. */
export const publishedFilter = (filter: string | null): { published?: State } => (isState(filter) ? { published: filter } : {});
