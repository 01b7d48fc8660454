import { useRouteError } from 'react-router'

export function RouteError() {
  const error = useRouteError()
  return (
    <main>
      <h1>Something went wrong</h1>
      <p>Try to reload page</p>
      <p>{error instanceof Error ? error.message : 'Unknown error'}</p>
    </main>
  )
}
