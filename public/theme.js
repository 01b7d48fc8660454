// Runs before the first paint, so that nobody sees a flash of the other theme, or of the dashboard's wider sidebar.
// Dark unless light was chosen.
try {
  if (localStorage.getItem('theme') === 'light') document.body.className = 'light'
  if (localStorage.getItem('sidebar') === 'narrow') document.body.classList.add('narrow-sidebar')
} catch {
  // Storage is closed to us (private mode, a strict setting): dark and wide it is.
}
