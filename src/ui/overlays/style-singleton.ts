/**
 * Replaces the package `react-style-singleton` (`vite.config.ts`), by which dialogs and menus keep the page from scrolling. It puts the
 * same styles into a sheet that the document adopts. The package would write a <style> element, which the content security policy forbids.
 *
 * One of the styles passes the width of the scroll bar on as a custom property. Nothing here reads it, and what is inherited costs a new style
 * of every element of the page, so it is left out.
 */
import { useEffect } from 'react';

/** A component whose styles are in the document as long as any instance is mounted; the styles of the first instance apply. */
export function styleSingleton() {
  let sheet: CSSStyleSheet | undefined;
  let instances = 0;

  function add(styles: string): void {
    instances += 1;
    if (instances > 1) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles.replace(/--removed-body-scroll-bar-size:[^;]*;/g, ''));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  function remove(): void {
    instances -= 1;
    if (instances === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  }

  // biome-ignore lint/correctness/noComponentHookFactories: that is the form of the package: its users keep what they are given
  return function Sheet({ styles }: { readonly styles: string }): null {
    useEffect(() => {
      add(styles);
      return remove;
    }, [styles]);
    return null;
  };
}
