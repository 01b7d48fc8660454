// Runs before the first paint, so that nobody sees a flash of the other theme. Dark unless light was chosen.
try {
  if (localStorage.getItem('theme') === 'light') document.body.className = 'light'
} catch {
  // Storage is closed to us (private mode, a strict setting): dark it is.
}
