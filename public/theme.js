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
  // Which part of index.html shows until the app is drawn: the page for visitors, or the outlines of the feed.
  const isMember = localStorage.getItem('kith-session') !== null;
  const path = location.pathname;
  // Of other addresses the app shows more than the feed. An installed app starts at its `start_url`.
  const isPlain = location.search === '' || location.search === '?source=pwa';
  if (isMember && (path === '/posts' || path === '/') && isPlain) document.documentElement.dataset.first = 'feed';
  if (!isMember && path === '/') document.documentElement.dataset.first = 'landing';
} catch {
  // Storage may be forbidden; then the system's theme shows, and the app says that it cannot start.
}
