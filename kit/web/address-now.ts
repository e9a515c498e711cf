/**
 * What a change of the address of the page `own` begins from. A change of a moment ago stands in the address, but not in what is shown yet:
 * on a busy machine the next one comes before.
 */
export const addressNow = (own: string, shown: URLSearchParams): URLSearchParams =>
  window.location.pathname === own ? new URLSearchParams(window.location.search) : shown;
