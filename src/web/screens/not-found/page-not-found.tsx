export function SitePageNotFound() {
  return <h1>404 - Page Not Found</h1>
}
export function AreaPageNotFound() {
  return <h1>Page Not Found</h1>
}
