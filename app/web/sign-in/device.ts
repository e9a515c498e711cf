/** What the browser says about itself, for the sign-in log; system and browser are read by the server. */
export const deviceDetails = () => ({
  screen: `${window.screen.width}×${window.screen.height}`,
  language: navigator.language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
