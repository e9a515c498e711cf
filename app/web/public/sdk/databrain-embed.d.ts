/** A value of a filter, as the content takes it: one, several, a range, or a span relative to today. */
export type FilterValue =
  | string
  | number
  | boolean
  | readonly (string | number | boolean)[]
  | { from: string | number; to: string | number }
  | { relative: unknown };

export interface Resource {
  type: 'board' | 'chart' | 'screen';
  id: string;
}

/** `key` says what went wrong: `embed.closed`, `embed.token`, `embed.expired`, `embed.filter`, `embed.resource` … */
export interface EmbedError extends Error {
  key: string;
}

export type EmbedEvent =
  /** the viewer changed filters; by id of the filter */
  | { type: 'filters'; filters: Record<string, FilterValue> }
  /** the viewer clicked something that leads elsewhere: a path of the platform, or an https address */
  | { type: 'jump'; address: string; newWindow: boolean };

export interface EmbedOptions {
  /** element, or a selector of it, that the content is put into */
  container: HTMLElement | string;
  /** origin of the platform; that of the script unless given */
  server?: string;
  /** what the token has to be for; handed to `getToken` */
  resource?: Resource;
  /** a token of your server; without `getToken` the content ends with it */
  token?: string;
  /** asks your server for a token: when the content opens, and before each token ends */
  getToken?: (resource: Resource | undefined) => string | Promise<string>;
  /** filters that the viewer may change, by id or name; what must not be changed belongs into the token */
  filters?: Record<string, FilterValue | null>;
  /** `auto` follows the viewer's system */
  theme?: 'light' | 'dark' | 'auto';
  /** fixed height, pixels or CSS; boards follow their content unless given */
  height?: number | string;
  /** title of the frame, for screen readers */
  title?: string;
  onLoad?: (content: { entity: Resource['type']; name: string }) => void;
  onError?: (error: EmbedError) => void;
  onEvent?: (event: EmbedEvent) => void;
}

export interface Embedded {
  /** null takes a filter away */
  setFilters(filters: Record<string, FilterValue | null>): void;
  setTheme(theme: 'light' | 'dark'): void;
  refresh(): void;
  destroy(): void;
}

export function embed(options: EmbedOptions): Embedded;

declare global {
  /** what databrain-embed.js brings */
  var Databrain: { embed: typeof embed; server: string | null };
}
