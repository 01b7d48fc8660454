import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="dashboard" />
      <h1 className="container-site text-4xl">dashboard</h1>
    </>
  )
}
