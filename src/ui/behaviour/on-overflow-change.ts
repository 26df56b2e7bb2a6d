import { flushSync } from 'react-dom';

type Report = (overflows: boolean) => void;
const reports = new Map<Element, Report>();

/**
 * One observer for all elements. The browser calls it once in a frame, after it has laid out the page and before it paints, so that nothing
 * is laid out for this alone and nothing moves on the screen.
 */
let shared: ResizeObserver | undefined;
function observer(): ResizeObserver {
  shared ??= new ResizeObserver((entries) => {
    const measured = entries.map(({ target }) => ({ target, overflows: target.scrollHeight > target.clientHeight + 1 }));
    flushSync(() => {
      for (const { target, overflows } of measured) reports.get(target)?.(overflows);
    });
  });
  return shared;
}

/**
 * Reports before the next paint, and whenever the element gets another size, whether its content is higher than itself. Returns a function
 * that ends it. Call it anew when the content changes: the size may stay the same.
 */
export function onOverflowChange(element: Element, report: Report): () => void {
  reports.set(element, report);
  observer().observe(element);
  return () => {
    reports.delete(element);
    observer().unobserve(element);
  };
}
