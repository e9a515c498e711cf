/** What the browser says about itself, for the sign-in log; system and browser are read by the server. */
const deviceDetails = () => ({
  screen: `${window.screen.width}×${window.screen.height}`,
  language: navigator.language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

let isNewSignIn = false;

/** A sign-in has succeeded; its log row waits for what the browser says. */
export function noteSignIn(): void {
  isNewSignIn = true;
}

/** Adds the details to the log row that the server has written, once; never before a forced change of the password (428). */
export function sendDevice(post: (details: ReturnType<typeof deviceDetails>) => Promise<unknown>): void {
  if (!isNewSignIn) return;
  isNewSignIn = false;
  void post(deviceDetails()).catch(() => undefined);
}
