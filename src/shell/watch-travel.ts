// Whether the member navigates by keyboard: then the focused element has a strong ring (base.css). A field that got the focus by itself or
// by a press only shows where the member writes.

const travelKeys = new Set(['Tab', 'F6']);

/** Keeps `data-travel="keys"` on the document while the last step was made by keyboard. */
export function watchTravel(): void {
  const { dataset } = document.documentElement;
  addEventListener('keydown', ({ key }) => {
    if (travelKeys.has(key)) dataset.travel = 'keys';
  });
  addEventListener('pointerdown', () => delete dataset.travel, true);
}
