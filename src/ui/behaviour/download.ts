/** Saves a file on this device, as the browser does with downloads. */
export function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const downloadText = (name: string, text: string): void => download(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
