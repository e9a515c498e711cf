/** What the server writes for the address of the installation, which it does not know: see samplesOf. */
const PLACEHOLDER = 'http://服务地址';

/** A sample for this installation, as the browser reaches it. */
export const hereText = (text: string): string => text.replaceAll(PLACEHOLDER, window.location.origin);

/** Saves a text as a file of the reader. */
export function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
