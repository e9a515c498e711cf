/** Where each id that a document names leads: for documents that move to where the same things go by other ids. */
export interface NewIds {
  set(id: string): string;
  chart(id: string): string;
  /** a board or screen that clicks lead to; null = the way there goes */
  link(to: 'board' | 'screen', id: string): string | null;
  /** a stored file; null = it is not shown any more */
  file(name: string): string | null;
}
