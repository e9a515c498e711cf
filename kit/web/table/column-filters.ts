/** Stands for the filter menu of antd's table heads in builds (vite.config.ts): no list here has one. */
export default function FilterDropdown(): never {
  throw new Error('columns have no filter menu: use the bar above the list (QueryBar)');
}

/** antd asks for the values of a column's filters; there are none. */
export const flattenKeys = (): string[] => [];
