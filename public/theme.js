// Shows a theme: the page by an attribute, the browser's own bars by the two tags in the head, which answer to the system unless one
// theme was chosen. It runs before the first paint, from a file of its own, so that no inline script is needed; the page calls the
// same function when another theme is chosen.
window.showTheme = (theme) => {
  const chosen = theme === 'light' || theme === 'dark' ? theme : undefined;
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
  const tags = [...document.querySelectorAll('meta[name="theme-color"]')];
  const colours = {};
  for (const tag of tags) {
    tag.dataset.theme ??= tag.media.includes('dark') ? 'dark' : 'light';
    tag.dataset.colour ??= tag.content;
    colours[tag.dataset.theme] = tag.dataset.colour;
  }
  for (const tag of tags) tag.content = colours[chosen ?? tag.dataset.theme];
};
try {
  window.showTheme(localStorage.getItem('theme'));
} catch {
  // Storage may be forbidden; then the system's theme shows.
}
