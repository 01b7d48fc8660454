import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="api-docs" />
      <h1 className="container-site text-4xl">api-docs</h1>
    </>
  )
}
