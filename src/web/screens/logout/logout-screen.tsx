import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="logout" />
      <h1 className="container-site text-4xl">logout</h1>
    </>
  )
}
