import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="all-courses" />
      <h1 className="container-site text-4xl">all-courses</h1>
    </>
  )
}
