// Whether somebody travels by keys: then what has the focus shows it by a strong ring (base.css). A field that took the focus by itself,
// or was pressed, shows where one writes and no more.

const travelKeys = new Set(['Tab', 'F6']);

/** Keeps `data-travel="keys"` on the document while the last step was made by keyboard. */
export function watchTravel(): void {
  const { dataset } = document.documentElement;
  addEventListener('keydown', ({ key }) => {
    if (travelKeys.has(key)) dataset.travel = 'keys';
  });
  addEventListener('pointerdown', () => delete dataset.travel, true);
}
