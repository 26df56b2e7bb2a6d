// Before the first paint: a theme that was chosen here wins over the system's. A file of its own, so that no inline script is needed.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; then the system's theme shows.
}
